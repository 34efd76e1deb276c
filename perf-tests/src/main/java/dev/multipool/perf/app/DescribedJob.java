package dev.multipool.perf.app;

import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.machine.Countermeasures;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session.Conditions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a command with the FILE of a service was asked to do, checked.
 *
 * @param description the service
 * @param name what the result is called
 * @param question what it answers
 * @param experiment its runs
 * @param carry calls per second that are to be carried; null for the most throughput
 * @param conditions of each run
 * @param machine what there is to run on
 * @param countermeasures against its noise
 * @param patience how long it may wait for a calm machine
 * @param command the command that repeats it
 */
record DescribedJob(
        ServiceDescription description,
        String name,
        String question,
        Experiment experiment,
        @Nullable Integer carry,
        Conditions conditions,
        Machine machine,
        Countermeasures countermeasures,
        Duration patience,
        String command) {}
