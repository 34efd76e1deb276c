package dev.multipool.perf.nested.flow;

import dev.multipool.pools.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One user of a closed loop: asks for some items, checks the answer, asks again. */
final class FlowUser implements Flow.RequestEnd {
    private static final long TIMEOUT_NANOS = Duration.ofSeconds(1).toNanos();

    private final Flow flow;
    private final NanoClock clock;
    private final SampleDigests samples;
    private final FlowTally tally;
    private final CountDownLatch users;
    private final int items;

    // one request at a time, and what ends it begins the next
    private final SplittableRandom random;
    private List<Long> asked = List.of();

    FlowUser(
            long number,
            int items,
            Flow flow,
            NanoClock clock,
            SampleDigests samples,
            FlowTally tally,
            CountDownLatch users) {
        this.random = new SplittableRandom(number);
        this.items = items;
        this.flow = flow;
        this.clock = clock;
        this.samples = samples;
        this.tally = tally;
        this.users = users;
    }

    void begin() {
        asked = random.longs(items, 1, samples.count() + 1).boxed().toList();
        flow.begin(asked, new Deadline(clock, clock.nanoTime() + TIMEOUT_NANOS), this);
    }

    @Override
    public void ended(@Nullable List<Long> digests, @Nullable Throwable failure) {
        String wrong = failure != null
                ? failure.toString()
                : samples.of(asked).equals(digests) ? null : "items " + asked + ": wrong answer " + digests;
        if (tally.ended(clock.nanoTime(), wrong)) {
            begin();
        } else {
            users.countDown();
        }
    }
}
