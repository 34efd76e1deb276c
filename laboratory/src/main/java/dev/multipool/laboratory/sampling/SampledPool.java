package dev.multipool.laboratory.sampling;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * The thread-state ledger of one pool by sampling: what its threads were seen doing, as parts of all thread time.
 *
 * @param pool its name, or what the names of other threads have in common
 * @param threads how many were seen
 * @param samples wall-clock samples of them
 * @param states what they were doing
 * @param differences beside the pool's own counters; empty where it has none
 */
public record SampledPool(String pool, int threads, long samples, States states, List<StateDifference> differences) {
    public SampledPool {
        differences = List.copyOf(differences);
    }

    /**
     * Parts of all thread time, 0 to 1; together 1.
     *
     * @param idle waiting for a task (getTask)
     * @param waiting parts of all thread time that were waits within tasks
     * @param queue moving tasks through queues and waking workers, on a core or waiting for one
     * @param onCpu running tasks on a core
     * @param ready ready to run a task, without a core
     * @param other none of these
     */
    public record States(
            double idle, @JsonUnwrapped Waiting waiting, double queue, double onCpu, double ready, double other) {
        /**
         * Parts of all thread time that were waits within tasks.
         *
         * @param join waiting for other tasks (latch)
         * @param redis waiting for Redis
         * @param otherIo waiting for other input and output
         * @param lock waiting for a lock or permit
         */
        public record Waiting(double join, double redis, double otherIo, double lock) {}
    }

    /** The same with what was found beside the pool's counters. */
    SampledPool with(List<StateDifference> found) {
        return new SampledPool(pool, threads, samples, states, found);
    }
}
