package dev.multipool.perf.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Whether footprints stay flat: the median of the last third may be above that of the first by a share and an amount.
 * What comes before the first third's begin, while code is compiled and caches fill, does not count.
 */
final class Flatness {
    private static final double SHARE = 0.20;
    private static final double MEMORY_MIB = 8;
    private static final double THREADS = 4;
    private static final double DESCRIPTORS = 16;

    private Flatness() {}

    /** What rose by more than it may; empty when all is flat. */
    static List<String> risen(List<Footprint> footprints) {
        List<String> risen = new ArrayList<>();
        check("heap after GC, MiB", footprints, Footprint::heapMiB, SHARE, MEMORY_MIB, risen);
        check("direct memory, MiB", footprints, Footprint::directMiB, SHARE, MEMORY_MIB, risen);
        check("threads", footprints, Footprint::threads, 0, THREADS, risen);
        check("descriptors", footprints, Footprint::descriptors, 0, DESCRIPTORS, risen);
        return risen;
    }

    private static void check(
            String what,
            List<Footprint> footprints,
            ToDoubleFunction<Footprint> value,
            double share,
            double amount,
            List<String> risen) {
        int third = footprints.size() / 3;
        double first = median(footprints.subList(0, third), value);
        double last = median(footprints.subList(footprints.size() - third, footprints.size()), value);
        double most = first * (1 + share) + amount;
        if (last > most) {
            risen.add("%s: %.1f in the first third, %.1f in the last (expected: at most %.1f)"
                    .formatted(what, first, last, most));
        }
    }

    private static double median(List<Footprint> footprints, ToDoubleFunction<Footprint> value) {
        double[] sorted = footprints.stream().mapToDouble(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
