package dev.multipool.laboratory.sampling;

/** What a thread was doing when a wall-clock sample was taken of it. */
enum SampledState {
    /** Waits for a task: in {@code getTask}. */
    IDLE,
    /** Waits for other tasks: behind a latch. */
    JOIN,
    /** Waits for Redis. */
    REDIS,
    /** Waits for other input and output. */
    OTHER_IO,
    /** Waits for a lock or a permit. */
    LOCK,
    /** Puts a task into a queue, takes one out, or wakes who does: outside of any task. */
    QUEUE,
    /** The same inside of a task: it hands work to a pool. */
    HAND_OFF,
    /** Runs a task, or is ready to and has no core. */
    RUNNING,
    /** The same inside of what the counters take for waiting for Redis or other input and output: it asks, or reads. */
    RUNNING_IO,
    /** None of these. */
    OTHER
}
