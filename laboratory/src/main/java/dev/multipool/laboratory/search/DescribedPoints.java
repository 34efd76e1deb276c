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

    /** A final's window / a window of the search: the finals decide. */
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
        return point(FINALS, finalist.values(), finalist.users(), LONGER * plan.windowSeconds());
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

    Duration timeOfAFinal() {
        return RunTimes.of(ofFinal(new Finalist(Map.of("any", "1"), 1)).load());
    }

    private RunSettings point(String stage, Map<String, String> values, int users, double seconds) {
        Demand demand = demand(users);
        return new RunSettings(
                new PointPosition(
                        stage,
                        String.join(", ", values.keySet()),
                        String.join(", ", values.values()) + " / " + demand.describe()),
                new Variant(new Setting(values).toString(), values, null, null, null, null, false),
                load(demand, users, seconds),
                List.of());
    }

    private Demand demand(int users) {
        Integer rate = plan.carry();
        return rate == null
                ? new Demand.ClosedLoop(users, 0, BACKOFF_SECONDS)
                : new Demand.OpenLoop(
                        rate,
                        // other programs send at equal distances
                        engine() == null ? Demand.Arrivals.POISSON : Demand.Arrivals.CONSTANT,
                        SECONDS_IN_FLIGHT * rate);
    }

    private Load load(Demand demand, int users, double seconds) {
        Integer rate = plan.carry();
        int inFlight = rate == null ? users : Math.min(description.load().callers(), SECONDS_IN_FLIGHT * rate);
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
