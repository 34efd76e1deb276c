package dev.multipool.pools.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.ManualClock;
import dev.multipool.pools.QueueConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskQueueTest {

    private static final QueueConfig OVERLOAD =
            QueueConfig.fifo(10).withOverload(Duration.ofMillis(100), Duration.ofMillis(5));

    private final ManualClock clock = new ManualClock();
    private final TaskSlot slot = new TaskSlot();

    private TaskQueue queue(String kind) {
        return kind.equals("ring") ? new RingQueue() : new AdaptiveQueue(OVERLOAD, clock);
    }

    private record Numbered(int number) implements Runnable {
        @Override
        public void run() {}
    }

    private void offer(TaskQueue queue, int number) {
        queue.offer(new Numbered(number), clock.nanoTime());
    }

    private static int number(TaskSlot slot) {
        return ((Numbered) Objects.requireNonNull(slot.task)).number();
    }

    private int poll(TaskQueue queue) {
        assertThat(queue.poll(slot)).isTrue();
        return number(slot);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "adaptive"})
    void poll_ofRandomOffersAndPolls_isFirstInFirstOut(String kind) {
        TaskQueue queue = queue(kind);
        ArrayDeque<Integer> model = new ArrayDeque<>();
        Random random = new Random(42);

        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(1000) < 510) {
                offer(queue, i);
                model.add(i);
            } else if (model.isEmpty()) {
                assertThat(queue.poll(slot)).isFalse();
            } else {
                assertThat(poll(queue)).isEqualTo(model.remove());
            }
            assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "adaptive"})
    void poll_byManyThreads_handsOutEachTaskOnce(String kind) throws Exception {
        int tasks = 40_000;
        TaskQueue queue = queue(kind);
        AtomicIntegerArray seen = new AtomicIntegerArray(tasks);
        AtomicInteger left = new AtomicInteger(tasks);
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(new Thread(() -> {
                for (int n = next.getAndIncrement(); n < tasks; n = next.getAndIncrement()) {
                    queue.offer(new Numbered(n), 0);
                }
            }));
            threads.add(new Thread(() -> {
                TaskSlot mine = new TaskSlot();
                while (left.get() > 0) {
                    if (queue.poll(mine)) {
                        seen.incrementAndGet(number(mine));
                        left.decrementAndGet();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        for (int i = 0; i < tasks; i++) {
            assertThat(seen.get(i)).isEqualTo(1);
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void poll_ofAStandingQueue_shedsTheOldAndServesTheNewest() {
        TaskQueue queue = queue("adaptive");
        offer(queue, 1);
        clock.advance(Duration.ofMillis(98));
        offer(queue, 2);
        offer(queue, 3);
        clock.advance(Duration.ofMillis(3));
        offer(queue, 4);

        int first = poll(queue);
        boolean firstShed = slot.shed;
        int second = poll(queue);
        boolean secondShed = slot.shed;

        assertThat(first).isEqualTo(1);
        assertThat(firstShed).isTrue();
        assertThat(second).isEqualTo(4);
        assertThat(secondShed).isFalse();
        assertThat(poll(queue)).isEqualTo(3);
        assertThat(poll(queue)).isEqualTo(2);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void poll_afterTheQueueWasEmpty_isFirstInFirstOutAgain() {
        TaskQueue queue = queue("adaptive");
        offer(queue, 1);
        clock.advance(Duration.ofMillis(200));
        poll(queue);
        offer(queue, 2);
        offer(queue, 3);
        clock.advance(Duration.ofMillis(50));

        assertThat(poll(queue)).isEqualTo(2);
        assertThat(slot.shed).isFalse();
        assertThat(poll(queue)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "adaptive"})
    void purge_takesOutWhatIsGone_andKeepsTheOrder(String kind) {
        TaskQueue queue = queue(kind);
        for (int i = 0; i < 1000; i++) {
            offer(queue, i);
            if (i % 3 == 0) {
                poll(queue);
            }
        }

        int removed = queue.purge(task -> ((Numbered) task).number() % 2 == 0);

        assertThat(removed).isEqualTo(333);
        for (int i = 335; i < 1000; i += 2) {
            assertThat(poll(queue)).isEqualTo(i);
        }
        assertThat(queue.isEmpty()).isTrue();
    }
}
