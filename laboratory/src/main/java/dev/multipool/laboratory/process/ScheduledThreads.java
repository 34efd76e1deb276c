package dev.multipool.laboratory.process;

/**
 * What the scheduler did with the threads of one pool, or of another group of threads, in a window.
 *
 * @param group the pool's name, or what the names of the threads have in common
 * @param threads how many there were at the window's end
 * @param cpuSeconds on a core, summed over the threads
 * @param runQueueSeconds ready to run but without a core, summed over the threads
 * @param voluntarySwitches times that they gave their core away to wait
 * @param involuntarySwitches times that their core was taken from them
 */
public record ScheduledThreads(
        String group,
        int threads,
        double cpuSeconds,
        double runQueueSeconds,
        long voluntarySwitches,
        long involuntarySwitches) {}
