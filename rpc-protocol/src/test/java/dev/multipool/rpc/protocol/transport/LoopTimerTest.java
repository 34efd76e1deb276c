package dev.multipool.rpc.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.multipool.rpc.protocol.transport.LoopTimer.Timeout;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopTimerTest {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(5);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    /** Negative, as {@link System#nanoTime} may be. */
    private long now = -TimeUnit.SECONDS.toNanos(3) + 1;

    private final LoopTimer timer = new LoopTimer(channel.eventLoop(), () -> now);
    private final List<String> ran = new ArrayList<>();

    @Test
    void task_runsOnceItsDeadlineHasPassed_andNotBefore() {
        timer.at(now + 3 * TICK, () -> ran.add("task"));

        advance(3 * TICK - 1);
        assertThat(ran).isEmpty();
        advance(2 * TICK);
        assertThat(ran).containsExactly("task");
        advance(2_000 * TICK);
        assertThat(ran).hasSize(1);
    }

    @Test
    void deadlineThatHasPassed_runsAtTheNextTick() {
        timer.at(now - 100 * TICK, () -> ran.add("late"));

        assertThat(ran).isEmpty();
        advance(2 * TICK);
        assertThat(ran).containsExactly("late");
    }

    @Test
    void deadlineRoundsAway_runsInItsOwnRound() {
        timer.at(now + 1_500 * TICK, () -> ran.add("far"));

        advance(1_499 * TICK);
        assertThat(ran).isEmpty();
        advance(3 * TICK);
        assertThat(ran).containsExactly("far");
    }

    @Test
    void cancelledTask_doesNotRun_alsoWhenAnotherOfItsBucketCancelsIt() {
        Timeout first = timer.at(now + TICK, () -> ran.add("first"));
        List<Timeout> others = new ArrayList<>();
        timer.at(now + TICK, () -> ran.add("last"));
        others.add(timer.at(now + TICK, () -> ran.add("other 0")));
        others.add(timer.at(now + TICK, () -> ran.add("other 1")));
        timer.at(now + TICK, () -> {
            ran.add("canceller");
            others.forEach(Timeout::cancel);
        });
        first.cancel();
        first.cancel();

        advance(3 * TICK);

        assertThat(ran).containsExactlyInAnyOrder("canceller", "last");
    }

    @Test
    void cancelOnAnotherThread_holds() throws InterruptedException {
        Timeout timeout = timer.at(now + TICK, () -> ran.add("cancelled"));
        Thread canceller = new Thread(timeout::cancel);
        canceller.start();
        canceller.join();

        advance(3 * TICK);

        assertThat(ran).isEmpty();
    }

    /** A caller may ask for weeks, and be answered at once: then nothing of its timeout may stay for weeks. */
    @Test
    void cancelOnAnotherThread_emptiesTheWheel_howeverFarTheDeadlineIs() throws Exception {
        DefaultEventLoop loop = new DefaultEventLoop();
        try {
            List<Timeout> far = new ArrayList<>();
            long deadline = System.nanoTime() + TimeUnit.DAYS.toNanos(24);
            loop.submit(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            far.add(LoopTimer.current(loop).at(deadline, () -> {}));
                        }
                    })
                    .get();

            far.forEach(Timeout::cancel);

            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
            while (loop.submit(() -> LoopTimer.current(loop).pending()).get() > 0) {
                assertThat(System.nanoTime()).as("the time").isLessThan(giveUp);
            }
        } finally {
            var unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    @Test
    void taskThatThrows_stopsNoOther() {
        timer.at(now + TICK, () -> ran.add("before"));
        timer.at(now + TICK, () -> {
            throw new IllegalStateException("on purpose") {
                @Override
                public String getMessage() {
                    throw new IllegalStateException("unprintable");
                }
            };
        });
        timer.at(now + TICK, () -> ran.add("after"));
        timer.at(now + 5 * TICK, () -> ran.add("later"));

        advance(10 * TICK);

        assertThat(ran).containsExactlyInAnyOrder("before", "after", "later");
    }

    @Test
    void withoutPendingTimeouts_theLoopIsLeftAlone_andStartsAgain() {
        timer.at(now + TICK, () -> ran.add("first")).cancel();
        advance(2 * TICK);
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(-1);

        advance(5_000 * TICK);
        timer.at(now + TICK, () -> ran.add("second"));
        advance(3 * TICK);
        assertThat(ran).containsExactly("second");
    }

    @Test
    void manyTimeouts_runInTime_exactlyThoseThatAreNotCancelled() {
        Random random = new Random(7);
        record Planned(long deadline, List<Long> ranAt) {}
        List<Planned> kept = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            Planned planned = new Planned(now + random.nextLong(4_000 * TICK), new ArrayList<>());
            Timeout timeout = timer.at(planned.deadline, () -> planned.ranAt.add(now));
            if (random.nextInt(4) == 0) {
                kept.add(planned);
            } else {
                timeout.cancel();
            }
            if (i % 10 == 0) {
                advance(random.nextLong(2 * TICK));
            }
        }
        kept.sort(Comparator.comparingLong(Planned::deadline));
        while (now < kept.get(kept.size() - 1).deadline + 3 * TICK) {
            advance(TICK);
        }

        assertThat(kept).allSatisfy(planned -> {
            assertThat(planned.ranAt).hasSize(1);
            assertThat(planned.ranAt.get(0) - planned.deadline).isBetween(0L, 3 * TICK);
        });
    }

    @Test
    void anotherThread_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> LoopTimer.current(new DefaultEventLoop()))
                .withMessageContaining("(expected: on its event loop)");
    }

    private void advance(long nanos) {
        long left = nanos;
        while (left > 0) {
            long step = Math.min(left, TICK / 2);
            now += step;
            left -= step;
            channel.advanceTimeBy(step, TimeUnit.NANOSECONDS);
            channel.runScheduledPendingTasks();
        }
    }
}
