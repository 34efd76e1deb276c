package dev.multipool.laboratory.machine;

import dev.multipool.laboratory.machine.cores.AwakeBy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the laboratory did about the machine's cores and its memory, as recorded in the result.
 *
 * @param awakeBy what kept each core from halting
 * @param awakeWhy why that was wanted, or was not
 * @param realTimeMeters whether the meters of stalls ran before everything else
 * @param stallThresholdMillis stalls were told of from this length on; null without meters
 * @param helperApart whether the helper process yields as a scheduling group to all other groups
 * @param memoryCompacted whether memory was compacted before each measured process started
 * @param memoryWhy why that was wanted, or was not
 * @param groups those of the measured processes
 * @param missing what could not be had, a clause each
 */
public record CoreSetup(
        AwakeBy awakeBy,
        String awakeWhy,
        boolean realTimeMeters,
        @Nullable Integer stallThresholdMillis,
        boolean helperApart,
        boolean memoryCompacted,
        String memoryWhy,
        SchedulingGroups groups,
        List<String> missing) {
    private static final String UNKNOWN_WHY = "nobody looked";

    /** Of a result that was made without a look at the cores. */
    public static final CoreSetup UNKNOWN = new CoreSetup(
            AwakeBy.NOTHING, UNKNOWN_WHY, false, null, false, false, UNKNOWN_WHY, SchedulingGroups.UNKNOWN, List.of());

    public CoreSetup {
        // results of earlier revisions do not tell
        memoryWhy = memoryWhy == null ? UNKNOWN_WHY : memoryWhy;
        missing = List.copyOf(missing);
    }

    CoreSetup with(SchedulingGroups found) {
        return new CoreSetup(
                awakeBy,
                awakeWhy,
                realTimeMeters,
                stallThresholdMillis,
                helperApart,
                memoryCompacted,
                memoryWhy,
                found,
                missing);
    }

    CoreSetup withoutCompaction(String why) {
        return new CoreSetup(
                awakeBy, awakeWhy, realTimeMeters, stallThresholdMillis, helperApart, false, why, groups, missing);
    }

    /** Whether each core was kept from halting. */
    public boolean areCoresAwake() {
        return awakeBy != AwakeBy.NOTHING;
    }

    /** All of it in words. */
    public String sentence() {
        List<String> parts = new ArrayList<>();
        parts.add((areCoresAwake() ? "cores are kept awake: " : "cores may halt: ") + awakeWhy);
        if (areCoresAwake()) {
            parts.add(awakeBy.clause());
        }
        parts.add(
                stallThresholdMillis == null
                        ? "stalls are not metered"
                        : "stalls are metered from " + stallThresholdMillis + " ms on, "
                                + (realTimeMeters ? "with" : "without") + " real-time priority");
        parts.add((memoryCompacted ? "memory is compacted before a process starts: " : "memory is not compacted: ")
                + memoryWhy);
        parts.add(groups.sentence());
        if (helperApart) {
            parts.add("the helper process has a group of its own that yields to all others");
        }
        if (!missing.isEmpty()) {
            parts.add("not to be had: " + String.join(", ", missing));
        }
        return String.join("; ", parts);
    }
}
