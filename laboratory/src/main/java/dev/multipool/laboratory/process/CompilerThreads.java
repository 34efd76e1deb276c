package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;

/**
 * The JIT compilers of a pinned server JVM, which may run on more cores than the server's for a while: under a load that keeps
 * its cores busy they get so little of them that they are still at work when the measured window begins, whatever the
 * length of a usual warm-up.
 *
 * <p>Linux only; moves threads with {@code taskset}, as the server itself was pinned.
 *
 * <p><b>Threads:</b> one.
 */
public final class CompilerThreads {
    /** As HotSpot names them; the kernel keeps 15 characters. */
    private static final Pattern NAME = Pattern.compile("C[12] CompilerThre.*");

    private static final double NANOS_PER_SECOND = 1e9;

    private final Path tasks;

    /** Those of a process, below {@code /proc}. */
    public CompilerThreads(long pid) {
        this.tasks = CpuQuota.PROC.resolve(Long.toString(pid)).resolve("task");
    }

    /**
     * Moves all that there are; those that they start later go with them.
     *
     * @param cpus CPU numbers as taskset reads them
     * @throws ProcessFailedException when one stays where it is
     */
    public void runOn(String cpus) throws InterruptedException {
        for (Path thread : threads()) {
            move(thread, cpus);
        }
    }

    /** CPU time that those of now have used since they began; 0 where the kernel does not tell. */
    public double cpuSeconds() {
        return meter().getAsDouble();
    }

    /** Tells that time again and again, and does not look for others. */
    public DoubleSupplier meter() {
        List<Path> threads = threads();
        return () -> threads.stream().mapToDouble(CompilerThreads::cpuSeconds).sum();
    }

    private static double cpuSeconds(Path thread) {
        try {
            String[] scheduled =
                    Files.readString(thread.resolve("schedstat")).strip().split(" ", -1);
            return Long.parseLong(scheduled[0]) / NANOS_PER_SECOND;
        } catch (IOException e) {
            // it has ended, and compiles no more
            return 0;
        }
    }

    List<Path> threads() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path thread : all) {
                if (isCompiler(thread)) {
                    found.add(thread);
                }
            }
        } catch (IOException e) {
            // the process has ended; whoever waits for it says so
            return List.of();
        }
        return found;
    }

    private static boolean isCompiler(Path thread) {
        try {
            return NAME.matcher(Files.readString(thread.resolve("comm")).strip())
                    .matches();
        } catch (IOException e) {
            // it has ended
            return false;
        }
    }

    private static void move(Path thread, String cpus) throws InterruptedException {
        try {
            Process taskset = new ProcessBuilder("taskset", "-cp", cpus, String.valueOf(thread.getFileName()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (taskset.waitFor() != 0 && Files.exists(thread)) {
                throw new ProcessFailedException("taskset can't move the server's compiler thread "
                        + thread.getFileName() + " to the cores " + cpus);
            }
        } catch (IOException e) {
            throw new ProcessFailedException("taskset can't be started: " + e.getMessage());
        }
    }
}
