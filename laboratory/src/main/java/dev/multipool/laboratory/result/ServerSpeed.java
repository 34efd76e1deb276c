package dev.multipool.laboratory.result;

import dev.multipool.laboratory.machine.MachineSpeed;
import dev.multipool.laboratory.machine.SpinTime;
import dev.multipool.laboratory.process.CorePlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How fast the server's cores and the machine's memory were in one window.
 *
 * @param cores that the server could use
 * @param spinNanos time of a fixed piece of work on them, the mean over the cores: less is faster
 * @param touchNanos time of a touch of memory that was idle for a second, on average: long where a hypervisor takes it away; null where
 *     nobody looked
 * @param distanceNanos how long a cache line takes from one core of the machine to another and back, on average: it changes where a
 *     hypervisor moves virtual cores; null where nobody looked
 */
public record ServerSpeed(
        int cores,
        double spinNanos,
        @Nullable Double touchNanos,
        @Nullable Double distanceNanos) {
    public ServerSpeed {
        if (cores < 1) {
            throw new IllegalArgumentException("cores: " + cores + " (expected: >= 1)");
        }
        if (!(spinNanos > 0)) {
            throw new IllegalArgumentException("spinNanos: " + spinNanos + " (expected: > 0)");
        }
    }

    /**
     * The mean over the cores that a server could use; null where nobody looked.
     *
     * @param cpus its cores, as a plan writes them; null for all
     * @param speed of the machine
     */
    public static @Nullable ServerSpeed of(@Nullable String cpus, MachineSpeed speed) {
        List<Integer> own = cpus == null ? List.of() : CorePlan.numbers(cpus);
        List<SpinTime> used = speed.cores().stream()
                .filter(core -> own.isEmpty() || own.contains(core.cpu()))
                .toList();
        return used.isEmpty()
                ? null
                : new ServerSpeed(
                        used.size(),
                        used.stream().mapToLong(SpinTime::nanos).average().orElseThrow(),
                        speed.touchNanos(),
                        speed.distanceNanos());
    }
}
