package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ArrivalTimesTest {

    private final ArrivalTimes times = new ArrivalTimes();

    @Test
    void take_returnsTheTimeOfThatTask_once() {
        assertThat(times.put(7, 100)).isZero();
        assertThat(times.put(8, 200)).isEqualTo(1);

        assertThat(times.take(8)).isEqualTo(200);
        assertThat(times.take(8)).isEqualTo(ArrivalTimes.NONE);
        assertThat(times.take(7)).isEqualTo(100);
        assertThat(times.size()).isZero();
    }

    /** More than have a slot: their times are kept elsewhere. */
    @Test
    void taskThatNeverArrived_getsNoOthersTime_howeverManyWaitWithOneHash() {
        for (int i = 0; i < 50; i++) {
            times.put(7, i);
        }

        assertThat(times.take(8)).isEqualTo(ArrivalTimes.NONE);

        long sum = 0;
        for (int i = 0; i < 50; i++) {
            sum += times.take(7);
        }
        assertThat(sum).isEqualTo(49 * 50 / 2);
        assertThat(times.take(7)).isEqualTo(ArrivalTimes.NONE);
        assertThat(times.size()).isZero();
    }

    @Test
    void taskThatWaitsTwice_leavesInTheOrderOfItsArrivals() {
        times.put(7, -30);
        times.put(7, 10);
        times.put(7, 20);

        assertThat(times.takeLatest(7)).isEqualTo(20);
        assertThat(times.take(7)).isEqualTo(-30);
        assertThat(times.takeExactly(7, 11)).isFalse();
        assertThat(times.takeExactly(7, 10)).isTrue();
        assertThat(times.size()).isZero();
    }

    @Test
    void sumOfTimes_isKept_whateverTheHashes() {
        Random random = new Random(23);
        List<Deque<Integer>> queues = List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
        long put = 0;
        long taken = 0;
        for (int i = 0; i < 200_000; i++) {
            Deque<Integer> queue = queues.get(random.nextInt(queues.size()));
            if (random.nextInt(5) < 3) {
                // many different ones, some alike, and one that is everywhere
                int hash = 1 + random.nextInt(random.nextBoolean() ? 1 : Integer.MAX_VALUE - 1);
                queue.add(hash);
                times.put(hash, i);
                put += i;
            } else if (!queue.isEmpty()) {
                taken += times.take(queue.remove());
            }
        }
        for (Deque<Integer> queue : queues) {
            for (int hash : queue) {
                taken += times.take(hash);
            }
        }

        assertThat(taken).isEqualTo(put);
        assertThat(times.size()).isZero();
    }

    @Test
    void threads_loseNoTime() throws InterruptedException {
        LongAdder sum = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int seed = i;
            threads.add(new Thread(() -> {
                Random random = new Random(seed);
                for (int k = 0; k < 50_000; k++) {
                    int hash = 1 + random.nextInt(20);
                    times.put(hash, k);
                    sum.add(times.take(hash) - k);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(sum.sum()).isZero();
        assertThat(times.size()).isZero();
    }

    @Test
    void sweep_takesOutWhatIsGoneAndOld() {
        times.put(5, 10);
        times.put(6, 10);
        times.put(7, 90);
        List<Long> gone = new ArrayList<>();

        times.sweep(new int[] {6}, 50, gone::add);

        assertThat(gone).containsExactly(10L);
        assertThat(times.take(6)).isEqualTo(10);
        assertThat(times.take(7)).isEqualTo(90);
        assertThat(times.size()).isZero();
    }
}
