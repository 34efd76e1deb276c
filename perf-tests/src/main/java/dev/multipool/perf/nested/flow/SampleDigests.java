package dev.multipool.perf.nested.flow;

import java.util.List;
import java.util.stream.LongStream;

/** The right answers, made beforehand so that checking costs little. */
public final class SampleDigests {
    private final List<Long> digests;

    /** Of the sample items 1 to {@code count} that were written with this seed. */
    public SampleDigests(ItemSteps steps, int count, long seed) {
        this.digests = LongStream.rangeClosed(1, count)
                .mapToObj(id -> steps.expected(id, seed))
                .toList();
    }

    int count() {
        return digests.size();
    }

    List<Long> of(List<Long> ids) {
        return ids.stream().map(id -> digests.get((int) (id - 1))).toList();
    }
}
