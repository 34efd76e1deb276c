package dev.multipool.perf.app;

import dev.multipool.laboratory.machine.Countermeasures;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.Experiments;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.redis.source.RedisSourceSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * What one call of {@code run} was asked to do, checked.
 *
 * @param experiments in the order in which they are made; at least one
 * @param options of each
 * @param conditions of each
 * @param redis which Redis, pinned where
 * @param machine what there is to run on
 * @param countermeasures against its noise
 * @param patience how long each may wait for a calm machine
 * @param command the command that repeats an experiment, by its name
 */
record Job(
        List<Experiments.Entry> experiments,
        ExperimentOptions options,
        Conditions conditions,
        RedisSourceSettings redis,
        Machine machine,
        Countermeasures countermeasures,
        Duration patience,
        Function<String, String> command) {}
