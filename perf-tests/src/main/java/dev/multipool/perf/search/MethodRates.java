package dev.multipool.perf.search;

import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.search.RatePoints;

/**
 * A method's answer under independent calls. It is confirmed as its finals were: on a server and a generator that stay.
 *
 * @param method its name
 * @param answer as the finals measured it in a closed loop
 */
record MethodRates(String method, RunSettings answer) implements RatePoints {
    private static final String AXIS = "arrival rate";

    @Override
    public RunSettings ofLook(int rate) {
        return at("rates, ", rate, ofALook(answer.load()));
    }

    @Override
    public RunSettings ofConfirmation(int rate) {
        return at("sustainable rate, ", rate, answer.load());
    }

    @Override
    public boolean isConfirmedFresh() {
        return false;
    }

    /** The finals decide, so their windows are longer. */
    static Load ofALook(Load ofAFinal) {
        return ofAFinal.lasting(
                ofAFinal.times().warmupSeconds(), ofAFinal.times().durationSeconds() / MethodSearch.LONGER);
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
