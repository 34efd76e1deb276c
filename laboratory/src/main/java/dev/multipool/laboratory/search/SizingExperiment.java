package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import java.time.Duration;

/**
 * Which sizes let a described service do the most, or do what is asked of it?
 *
 * @param description the service
 * @param plan what is searched, and for how long
 */
public record SizingExperiment(ServiceDescription description, SizingPlan plan) implements Experiment {
    @Override
    public int plannedRuns() {
        return plan.plannedRuns(description);
    }

    @Override
    public Duration timeOfARun() {
        return plan.timeOfAWindow();
    }

    /** A search takes its budget, whatever it makes of it. */
    @Override
    public Duration estimate() {
        return plan.estimate(description);
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        return new DescribedSearch(description, plan, session).run();
    }
}
