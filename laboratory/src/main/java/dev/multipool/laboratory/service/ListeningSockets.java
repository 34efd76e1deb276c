package dev.multipool.laboratory.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The TCP sockets of this machine that listen, as Linux tells them; on other systems there seem to be none. */
public final class ListeningSockets {
    private static final Path PROC = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningSockets() {}

    /** The ports on which one of some processes listens, by number, each once. */
    public static List<ListeningPort> of(Collection<Long> pids) {
        Map<Integer, ListeningPort> found = new TreeMap<>();
        for (long pid : pids) {
            Path process = PROC.resolve(Long.toString(pid));
            Map<String, ListeningPort> sockets = inTables(process.resolve("net"));
            for (String file : files(process)) {
                ListeningPort port = sockets.get(file);
                if (port != null) {
                    found.merge(port.port(), port, (one, other) -> one.address().isAnyLocalAddress() ? one : other);
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** All of this machine, by the names that a process's open files have. */
    static Map<String, ListeningPort> all() {
        return inTables(PROC.resolve("net"));
    }

    /** What a process has open, as the names of its files; empty for one that has ended, or is somebody else's. */
    static List<String> files(Path process) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            List<String> names = new ArrayList<>();
            for (Path file : files) {
                names.add(target(file));
            }
            return names;
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            // it has been closed meanwhile
            return "";
        }
    }

    private static Map<String, ListeningPort> inTables(Path folder) {
        Map<String, ListeningPort> sockets = new HashMap<>();
        for (String table : List.of("tcp", "tcp6")) {
            try {
                for (String line : Files.readAllLines(folder.resolve(table), StandardCharsets.ISO_8859_1)) {
                    String[] fields = line.strip().split("\\s+", -1);
                    if (fields.length > INODE && fields[STATE].equals(LISTENING)) {
                        sockets.put("socket:[" + fields[INODE] + "]", port(fields[1]));
                    }
                }
            } catch (IOException e) {
                // not told here
            }
        }
        return sockets;
    }

    /** {@code 0100007F:1F90} is 127.0.0.1:8080: the address is in words of four bytes, each in the machine's order. */
    private static ListeningPort port(String text) throws UnknownHostException {
        int colon = text.indexOf(':');
        ByteBuffer address = ByteBuffer.allocate(colon / 2).order(ByteOrder.nativeOrder());
        for (int i = 0; i < colon; i += 8) {
            address.putInt(Integer.parseUnsignedInt(text.substring(i, i + 8), 16));
        }
        return new ListeningPort(
                InetAddress.getByAddress(address.array()), Integer.parseInt(text.substring(colon + 1), 16));
    }
}
