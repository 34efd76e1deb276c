package dev.multipool.laboratory.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who listens on a port of this machine.
 *
 * @param port that is held
 * @param pid of the process; null where the system does not tell
 * @param command of that process; empty where the system does not tell
 */
public record PortHolder(int port, @Nullable Long pid, String command) {
    private static final int CONNECT_MILLIS = 1_000;

    /** Finds who listens; null when nobody does. */
    static @Nullable PortHolder of(int port) {
        Set<String> sockets = listeningSockets(port);
        if (sockets.isEmpty() && !accepts(port)) {
            return null;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (ListeningSockets.files(process).stream().anyMatch(sockets::contains)) {
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
        return ListeningSockets.all().entrySet().stream()
                .filter(socket -> socket.getValue().port() == port)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** For a sentence: which process it is. */
    public String describe() {
        return pid == null ? "a process that the system does not name" : "process " + pid + " (" + command + ")";
    }
}
