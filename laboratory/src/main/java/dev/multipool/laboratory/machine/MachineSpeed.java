package dev.multipool.laboratory.machine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How fast the watched cores and the machine's memory were in a time, on average.
 *
 * @param cores each of them; empty where nobody can tell
 * @param touchNanos time of a touch of memory that was idle for a second; null where nobody can tell
 * @param distanceNanos how long a cache line takes from one core to another and back; null where nobody can tell
 */
public record MachineSpeed(
        List<SpinTime> cores,
        @Nullable Double touchNanos,
        @Nullable Double distanceNanos) {
    /** Nobody can tell. */
    public static final MachineSpeed UNKNOWN = new MachineSpeed(List.of(), null, null);

    public MachineSpeed {
        cores = List.copyOf(cores);
    }
}
