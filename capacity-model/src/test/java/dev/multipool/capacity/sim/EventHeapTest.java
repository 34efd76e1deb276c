package dev.multipool.capacity.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventHeapTest {

    @Test
    void removeFirst_isAlwaysTheEarliest() {
        EventHeap heap = new EventHeap();
        PriorityQueue<Double> expected = new PriorityQueue<>();
        SplittableRandom random = new SplittableRandom(1);
        double[] moments = new double[10_000];

        for (int i = 0; i < moments.length; i++) {
            moments[i] = random.nextDouble();
            heap.add(moments[i], i);
            expected.add(moments[i]);
            if (random.nextInt(3) == 0) {
                assertThat(moments[heap.removeFirst()]).isEqualTo(expected.poll());
            }
        }
        while (!heap.isEmpty()) {
            assertThat(heap.firstMoment()).isEqualTo(expected.peek());
            assertThat(moments[heap.removeFirst()]).isEqualTo(expected.poll());
        }
        assertThat(expected).isEmpty();
        assertThat(heap.firstMoment()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThatThrownBy(heap::removeFirst).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void queue_keepsItsOrderWhileItGrows() {
        IntQueue queue = new IntQueue();
        int next = 0;
        for (int i = 0; i < 1000; i++) {
            queue.add(i);
            if (i % 3 == 0) {
                assertThat(queue.removeOldest()).isEqualTo(next++);
            }
        }
        assertThat(queue.removeNewest()).isEqualTo(999);
        assertThat(queue.oldest()).isEqualTo(next);
        assertThat(queue.size()).isEqualTo(1000 - next - 1);
    }
}
