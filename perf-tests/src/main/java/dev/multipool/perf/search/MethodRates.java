package dev.multipool.perf.search;

import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.search.RatePoints;

/**
 * A method's answer under independent calls. It is confirmed as the answer was: on fresh processes.
 *
 * @param method its name
 * @param answer as fresh processes measured it in a closed loop
 * @param secondsOfALook window of a quick look
 */
record MethodRates(String method, RunSettings answer, double secondsOfALook) implements RatePoints {
    private static final String AXIS = "arrival rate";

    @Override
    public RunSettings ofLook(int rate) {
        return at("rates, ", rate, answer.load().lasting(answer.load().times().warmupSeconds(), secondsOfALook));
    }

    @Override
    public RunSettings ofConfirmation(int rate) {
        return at("sustainable rate, ", rate, answer.load());
    }

    /** With a second's calls under way the generator stops sending: such a rate is not carried. */
    private RunSettings at(String stage, int rate, Load load) {
        Demand demand = new Demand.OpenLoop(rate, Demand.Arrivals.POISSON, rate);
        return new RunSettings(
                new PointPosition(stage + method, AXIS, demand.describe()),
                answer.variant(),
                load.with(demand),
                answer.expectedErrors());
    }
}
