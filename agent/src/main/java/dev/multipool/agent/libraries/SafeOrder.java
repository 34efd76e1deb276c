package dev.multipool.agent.libraries;

import dev.multipool.agent.runtime.PoolReader.Bounds;
import java.util.function.IntConsumer;

/** Sets two bounds of which none may pass the other one on the way. */
final class SafeOrder {

    private SafeOrder() {}

    /**
     * Sets the least and the most.
     *
     * @throws IllegalArgumentException when the bounds contradict each other, or the queue is to have another bound
     */
    static void resize(Bounds before, Bounds after, IntConsumer least, IntConsumer most) {
        if (after.queueCapacity() != before.queueCapacity()) {
            throw new IllegalArgumentException("queueCapacity: " + after.queueCapacity() + " (expected: "
                    + before.queueCapacity() + ", since the queue of such a pool keeps its bound)");
        }
        if (after.coreThreads() < 0 || after.maxThreads() < Math.max(1, after.coreThreads())) {
            throw new IllegalArgumentException("maxThreads: " + after.maxThreads()
                    + " (expected: >= 1 and >= coreThreads: " + after.coreThreads() + ")");
        }
        if (after.maxThreads() >= before.maxThreads()) {
            most.accept(after.maxThreads());
            least.accept(after.coreThreads());
        } else {
            least.accept(after.coreThreads());
            most.accept(after.maxThreads());
        }
    }
}
