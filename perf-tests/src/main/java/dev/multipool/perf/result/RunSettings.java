package dev.multipool.perf.result;

/**
 * What one run was made with: the server's pool and the load.
 *
 * @param pool the pool under test
 * @param eventLoops the server's event loop threads
 * @param users concurrent users of the closed loop
 * @param connections TCP connections that they share
 * @param warmupSeconds load before the measured window
 * @param durationSeconds the measured window asked for
 * @param usersSeeded users in Redis; ids are drawn uniformly from 1 to this
 */
public record RunSettings(
        PoolSettings pool,
        int eventLoops,
        int users,
        int connections,
        double warmupSeconds,
        double durationSeconds,
        long usersSeeded) {}
