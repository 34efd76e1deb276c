package dev.multipool.laboratory.sampling;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One state of a pool's threads by sampling beside the same by the pool's counters.
 *
 * @param state idle, join, io, lock or running; running is all the rest of a task, waiting for a core included
 * @param sampled part of all thread time, 0 to 1
 * @param counted part of all thread time, 0 to 1
 */
public record StateDifference(String state, double sampled, double counted) {

    /** Percentage points by which sampling shows more. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double points() {
        return 100 * (sampled - counted);
    }
}
