package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads from Linux's /proc how often the threads of a process gave their core away. */
public final class ContextSwitches {
    private final Path proc;

    /** Reads below {@code /proc}, or below another directory in tests. */
    public ContextSwitches(Path proc) {
        this.proc = proc;
    }

    /**
     * Of all threads that the process has now, willing and unwilling together, since each began.
     *
     * @throws IOException when there is no such process
     */
    public long read(long pid) throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(proc.resolve(Long.toString(pid)).resolve("task"))) {
            for (Path thread : threads) {
                sum += ofThread(thread.resolve("status"));
            }
        }
        return sum;
    }

    private static long ofThread(Path status) throws IOException {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("voluntary_ctxt_switches:")
                            || line.startsWith("nonvoluntary_ctxt_switches:"))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                    .sum();
        } catch (NoSuchFileException e) {
            // the thread ended meanwhile
            return 0;
        }
    }
}
