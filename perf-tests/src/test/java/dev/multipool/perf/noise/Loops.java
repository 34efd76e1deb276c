package dev.multipool.perf.noise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that compute and do nothing else.
 *
 * <p><b>Lifecycle:</b> from their start until they are closed; at the latest for {@link #LONGEST}.
 */
final class Loops implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final List<Process> processes = new ArrayList<>();

    private Loops() {}

    /** One that takes its share of the machine like any other program. */
    static Loops hog() {
        Loops loops = new Loops();
        loops.start(List.of(), "while :; do :; done");
        return loops;
    }

    /** One on each core that runs when nothing else does: a core that a hypervisor takes away does not halt either. */
    static Loops idle(List<Integer> cpus) {
        Loops loops = new Loops();
        for (int cpu : cpus) {
            loops.start(
                    List.of("setsid", "--wait", "chrt", "--idle", "0", "taskset", "-c", Integer.toString(cpu)),
                    "echo 19 > /proc/self/autogroup; while :; do :; done");
        }
        return loops;
    }

    private void start(List<String> under, String script) {
        List<String> command = new ArrayList<>(under);
        command.addAll(List.of("timeout", Long.toString(LONGEST.toSeconds()), "sh", "-c", script));
        try {
            processes.add(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            close();
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
