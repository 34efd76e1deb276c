package dev.multipool.perf.app;

import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.machine.AwakeCores;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.search.SizingPlan;
import dev.multipool.laboratory.session.Session.Conditions;
import java.time.Duration;

/**
 * What {@code search FILE} or {@code grid FILE} was asked to do, checked.
 *
 * @param description the service
 * @param plan what is searched, and for how long
 * @param conditions of each run
 * @param machine what there is to run on
 * @param awakeCores whether its cores are kept from halting
 * @param patience how long it may wait for a calm machine
 * @param command the command that repeats it
 */
record DescribedJob(
        ServiceDescription description,
        SizingPlan plan,
        Conditions conditions,
        Machine machine,
        AwakeCores awakeCores,
        Duration patience,
        String command) {}
