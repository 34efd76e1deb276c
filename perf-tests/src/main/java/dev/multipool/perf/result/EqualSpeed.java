package dev.multipool.perf.result;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares windows as if the server's cores had always been equally fast: at the middle speed of all of them.
 *
 * <p>Calls take longer on slower cores, but only by the part of their time that is computing. While the server's cores are
 * busy for a part u of the time, throughput changes by that part of the change of speed: a window whose cores were 10 %
 * slower, and busy all of the time, counts 10 % more.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class EqualSpeed {
    private final double middleNanos;

    private EqualSpeed(double middleNanos) {
        this.middleNanos = middleNanos;
    }

    /** Of these windows. */
    public static EqualSpeed of(List<LabRun> runs) {
        List<Double> nanos = runs.stream()
                .map(EqualSpeed::spinNanos)
                .filter(Objects::nonNull)
                .toList();
        return new EqualSpeed(nanos.isEmpty() ? 0 : Spread.ofMeans(nanos).median());
    }

    /** A window's throughput at that speed; as it was measured where its speed is not known. */
    public double throughputPerSecond(LabRun run) {
        ServerSpeed speed = run.details().serverSpeed();
        Double cpu = run.figures().serverCpuCores();
        double measured = run.figures().throughputPerSecond();
        if (speed == null || cpu == null || middleNanos <= 0) {
            return measured;
        }
        double busy = Math.min(1, cpu / speed.cores());
        return measured * (1 + busy * (speed.spinNanos() / middleNanos - 1));
    }

    private static @Nullable Double spinNanos(LabRun run) {
        ServerSpeed speed = run.details().serverSpeed();
        return speed == null ? null : speed.spinNanos();
    }
}
