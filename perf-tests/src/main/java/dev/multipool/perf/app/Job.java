package dev.multipool.perf.app;

import dev.multipool.perf.Experiment;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.Machine;
import dev.multipool.perf.result.Objective;
import dev.multipool.redis.source.RedisSourceSettings;

/**
 * What one call of {@code run} was asked to do, checked.
 *
 * @param experiment the experiment
 * @param objective the limit that the answer has to keep
 * @param usersSeeded users to write to Redis first
 * @param redis which Redis, pinned where
 * @param machine what there is to run on
 * @param cores which process gets which cores
 * @param command the command that does the same again
 */
record Job(
        Experiment experiment,
        Objective objective,
        long usersSeeded,
        RedisSourceSettings redis,
        Machine machine,
        CorePlan cores,
        String command) {}
