package dev.multipool.laboratory.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who listens on a port of this machine.
 *
 * @param port that is held
 * @param pid of the process; null where the system does not tell
 * @param command of that process; empty where the system does not tell
 */
public record PortHolder(int port, @Nullable Long pid, String command) {
    private static final String LISTENING = "0A";
    private static final int CONNECT_MILLIS = 1_000;

    /** Finds who listens; null when nobody does. */
    static @Nullable PortHolder of(int port) {
        Set<String> sockets = listeningSockets(port);
        if (sockets.isEmpty() && !accepts(port)) {
            return null;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, sockets)) {
                    long pid = Long.parseLong(process.getFileName().toString());
                    String command = ProcessHandle.of(pid)
                            .flatMap(handle -> handle.info().commandLine())
                            .orElse("");
                    return new PortHolder(port, pid, command);
                }
            }
        } catch (IOException e) {
            // not told here
        }
        return new PortHolder(port, null, "");
    }

    /** A port that nobody uses at the moment. */
    static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Set<String> listeningSockets(int port) {
        Set<String> sockets = new HashSet<>();
        String ending = String.format(java.util.Locale.ROOT, ":%04X", port);
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            try {
                for (String line : Files.readAllLines(Path.of(table), StandardCharsets.ISO_8859_1)) {
                    String[] fields = line.strip().split("\\s+", -1);
                    if (fields.length > 9 && fields[1].endsWith(ending) && fields[3].equals(LISTENING)) {
                        sockets.add("socket:[" + fields[9] + "]");
                    }
                }
            } catch (IOException e) {
                // not told here
            }
        }
        return sockets;
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (isOneOf(file, sockets)) {
                    return true;
                }
            }
        } catch (IOException e) {
            // it has ended, or is somebody else's
        }
        return false;
    }

    private static boolean isOneOf(Path file, Set<String> sockets) {
        try {
            return sockets.contains(Files.readSymbolicLink(file).toString());
        } catch (IOException e) {
            return false;
        }
    }

    /** For a sentence: which process it is. */
    public String describe() {
        return pid == null ? "a process that the system does not name" : "process " + pid + " (" + command + ")";
    }
}
