package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.LoadEngine;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.sizing.Finalist;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of the knobs and a load, as the settings of a run.
 *
 * @param description the service
 * @param plan whose windows they are
 */
record DescribedPoints(ServiceDescription description, SizingPlan plan) {
    private static final String SEARCH = "search";
    private static final String GRID = "grid";
    private static final String FINALS = "finals";
    private static final String PROFILE = "profile";
    private static final String RATES = "rates";
    private static final String SUSTAINABLE = "sustainable rate";
    private static final String RATE = "arrival rate";

    /** A final's window / a window of the search, at least: the finals decide. */
    private static final double LONGER = 2;
    /** Pause of a user after a failed call. */
    private static final double BACKOFF_SECONDS = 0.1;
    /** Calls under way of an open loop for each of a second's calls, at which the generator stops sending. */
    private static final int SECONDS_IN_FLIGHT = 2;

    /** A window of the search, or of the grid. */
    RunSettings ofSearch(Map<String, String> values, int users) {
        return point(plan.isGrid() ? GRID : SEARCH, values, users, plan.windowSeconds());
    }

    RunSettings ofFinal(Finalist finalist) {
        return point(FINALS, finalist.values(), finalist.users(), secondsOfAFinal());
    }

    /** A process that is worth its warm-up is worth as long a window. */
    private double secondsOfAFinal() {
        return Math.max(LONGER * plan.windowSeconds(), plan.warmupSeconds());
    }

    /** The answer's settings once more, with a profiler. */
    RunSettings ofProfile(Candidate answer) {
        RunSettings chosen = answer.point().settings();
        return new RunSettings(
                        new PointPosition(
                                PROFILE, chosen.place().axis(), chosen.place().label()),
                        chosen.variant(),
                        chosen.load(),
                        List.of())
                .profiled();
    }

    /** A window of independent calls, on the answer's setting and warmed up by its closed loop: for a look at a rate. */
    RunSettings ofLook(RunSettings answer, int rate) {
        return ofRate(RATES, answer, rate, plan.windowSeconds());
    }

    /** The same, to rest on. */
    RunSettings ofConfirmation(RunSettings answer, int rate) {
        return ofRate(SUSTAINABLE, answer, rate, secondsOfAFinal());
    }

    /** With a second's calls under way the generator stops sending: such a rate is not carried. */
    private RunSettings ofRate(String stage, RunSettings answer, int rate, double seconds) {
        Demand demand = new Demand.OpenLoop(rate, Demand.Arrivals.POISSON, rate);
        int users = answer.load().demand() instanceof Demand.ClosedLoop closed ? closed.users() : 1;
        return new RunSettings(
                new PointPosition(stage, RATE, demand.describe()),
                answer.variant(),
                // the users that warm up may need more connections than the rate does
                load(demand, Math.max(users, inFlight(rate)), seconds).warmedUpBy(users),
                List.of());
    }

    Duration timeOfAFinal() {
        return RunTimes.of(loadOfAFinal());
    }

    /** The time that the search of a rate takes. */
    RateTime timeOfTheRate() {
        Load ofAFinal = loadOfAFinal();
        return RateTime.of(ofAFinal.lasting(plan.warmupSeconds(), plan.windowSeconds()), ofAFinal);
    }

    private Load loadOfAFinal() {
        return ofFinal(new Finalist(Map.of("any", "1"), 1)).load();
    }

    private RunSettings point(String stage, Map<String, String> values, int users, double seconds) {
        Integer rate = plan.carry();
        Demand demand = rate == null ? new Demand.ClosedLoop(users, 0, BACKOFF_SECONDS) : open(rate);
        return new RunSettings(
                new PointPosition(
                        stage,
                        String.join(", ", values.keySet()),
                        String.join(", ", values.values()) + " / " + demand.describe()),
                new Variant(new Setting(values).toString(), values, null, null, null, null, false),
                load(demand, rate == null ? users : inFlight(rate), seconds),
                List.of());
    }

    private Demand open(int rate) {
        return new Demand.OpenLoop(
                rate,
                // other programs send at equal distances
                engine() == null ? Demand.Arrivals.POISSON : Demand.Arrivals.CONSTANT,
                SECONDS_IN_FLIGHT * rate);
    }

    /** What an open loop begins with. */
    private int inFlight(int rate) {
        return Math.min(description.load().callers(), SECONDS_IN_FLIGHT * rate);
    }

    private Load load(Demand demand, int inFlight, double seconds) {
        LoadEngine engine = engine();
        return new Load(
                demand,
                description.load().calls().shares(),
                description.load().connectionsOf(inFlight),
                new Load.Times(
                        plan.warmupSeconds(),
                        seconds,
                        // another program has its own
                        engine == null ? description.load().timeout().toMillis() / 1e3 : null),
                null,
                null,
                null,
                engine);
    }

    private @Nullable LoadEngine engine() {
        return description.load().calls() instanceof LoadCommand command ? command.engine() : null;
    }
}
