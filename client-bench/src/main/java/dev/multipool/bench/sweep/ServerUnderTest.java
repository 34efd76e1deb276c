package dev.multipool.bench.sweep;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server as a process of its own, which says {@code listening on HOST:PORT} once it serves and ends on SIGTERM. */
final class ServerUnderTest implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on .*:([0-9]+)\\s*");
    private static final long START_SECONDS = 60;
    private static final long STOP_SECONDS = 30;

    private final Process process;
    private final int port;

    private ServerUnderTest(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts one and waits until it serves.
     *
     * @param log gets what it writes to its errors
     * @throws IOException when it can't be started, ends, or does not serve within a minute
     */
    static ServerUnderTest start(List<String> command, Path log) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        CompletableFuture<Integer> port = new CompletableFuture<>();
        // reads on until its end: a pipe that nobody reads would stop the server
        Thread reader = new Thread(() -> read(process, port), "server-output");
        reader.setDaemon(true);
        reader.start();
        try {
            return new ServerUnderTest(process, port.get(START_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            end(process);
            throw new IOException(
                    "the server does not serve (expected: a line 'listening on HOST:PORT' within " + START_SECONDS
                            + " s); command: " + String.join(" ", command) + "; its errors: " + lastLines(log),
                    e);
        } catch (InterruptedException e) {
            end(process);
            throw e;
        }
    }

    private static void read(Process process, CompletableFuture<Integer> port) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            out.lines()
                    .map(LISTENING::matcher)
                    .filter(Matcher::matches)
                    .forEach(line -> port.complete(Integer.valueOf(line.group(1))));
            port.completeExceptionally(new IOException("it ended"));
        } catch (IOException | UncheckedIOException e) {
            port.completeExceptionally(e);
        }
    }

    private static String lastLines(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        end(process);
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
