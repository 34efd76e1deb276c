package dev.multipool.perf.noise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Stops processes together for a while, again and again, as a hypervisor does that gives a machine no time: by SIGSTOP and
 * SIGCONT, from a shell with real-time priority.
 *
 * <p><b>Lifecycle:</b> freezes from its start until it is closed, then everything runs; at the latest after {@link #LONGEST}.
 */
final class Freezer implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /**
     * Waits without starting a process: a read that nobody answers. RANDOM goes to 32767, which is scaled to microseconds.
     * Whatever ends the shell, the processes go on.
     */
    private static final String SCRIPT = """
            pids="$1"; least=$2; most=$3; rest=$4; end=$((SECONDS + $5))
            exec 3<> <(:)
            trap 'kill -CONT $pids 2>/dev/null; exit' TERM EXIT
            pause() { read -r -t "$1" -u 3 || true; }
            while [ $SECONDS -lt $end ]; do
              micros=$((least + (most - least) * RANDOM / 32767))
              pause "$(printf '%d.%06d' $((micros * rest / 100 / 1000000)) $((micros * rest / 100 % 1000000)))"
              kill -STOP $pids 2>/dev/null
              pause "$(printf '0.%06d' $micros)"
              kill -CONT $pids 2>/dev/null
            done
            """;

    private final Process shell;

    private Freezer(Process shell) {
        this.shell = shell;
    }

    /**
     * Freezes for random times between two bounds, for this part of all time.
     *
     * @param pids all are stopped and go on together
     * @param part of the time, above 0 and below 1
     */
    static Freezer freeze(List<Long> pids, Duration least, Duration most, double part) {
        List<String> command = new ArrayList<>(List.of("chrt", "--fifo", "50", "bash", "-c", SCRIPT, "freezer"));
        command.add(pids.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        command.add(Long.toString(least.toNanos() / 1000));
        command.add(Long.toString(most.toNanos() / 1000));
        command.add(Long.toString(Math.round(100 * (1 - part) / part)));
        command.add(Long.toString(LONGEST.toSeconds()));
        try {
            return new Freezer(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("chrt or bash can't be started", e);
        }
    }

    @Override
    public void close() {
        shell.destroy();
        try {
            shell.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
