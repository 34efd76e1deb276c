package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.LoadEngine.Loop;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is searched, and for how long.
 *
 * @param carry calls per second that have to be carried by sizes as small as may be; null to look for the most
 * @param points values of each number on a grid, all of which is measured whatever time that takes; null to search
 * @param budget how long a search may take
 * @param warmupSeconds load before the first window of each start
 * @param windowSeconds of the search
 */
public record SizingPlan(
        @Nullable Integer carry,
        @Nullable Integer points,
        Duration budget,
        double warmupSeconds,
        double windowSeconds) {
    private static final String NAME = "size-service";
    private static final String QUESTION = "Which sizes let this service do the most within the objective?";

    private static final String CARRY_QUESTION =
            "Which are the smallest sizes with which this service carries the rate within the objective?";

    private static final String GRID_NAME = "size-grid";
    private static final String GRID_QUESTION =
            "Which of all sizes on a grid let this service do the most within the objective?";

    /** What settling, knobs and starts add to a window. */
    private static final double SECONDS_BETWEEN_WINDOWS = 4;
    /** Windows that each sizes of a grid take, about. */
    private static final int LOADS = 8;

    /** What the result is called. */
    public String name() {
        return isGrid() ? GRID_NAME : NAME;
    }

    /** What the result answers. */
    public String question() {
        return carry != null ? CARRY_QUESTION : isGrid() ? GRID_QUESTION : QUESTION;
    }

    boolean isGrid() {
        return points != null;
    }

    /** Whether the most is looked for, without a look at all sizes: then a model may guide, and the rate is searched, too. */
    boolean isForTheMost() {
        return carry == null && !isGrid();
    }

    /**
     * Makes sure that a service's load is of the kind that a search asks for.
     *
     * @throws IllegalArgumentException when another program makes it, and only makes the other kind
     */
    public void requireFittingLoad(ServiceDescription description) {
        if (description.load().calls() instanceof LoadCommand command) {
            boolean open = command.engine().loop() == Loop.OPEN;
            if (carry != null && !open) {
                throw new IllegalArgumentException(
                        "--carry: load.command is a closed loop, as it has no {rate} (expected:"
                                + " a command with {rate}, such as wrk2 -R{rate})");
            }
            if (carry == null && open) {
                throw new IllegalArgumentException(
                        "load.command: an open loop, as it has {rate} (expected: --carry RATE, or"
                                + " a command with {users} alone)");
            }
        }
    }

    /** About how many runs it makes, for what is told of its progress. */
    int plannedRuns(ServiceDescription description) {
        return isGrid()
                ? LOADS * DescribedKnobs.space(description, points).combinations()
                        + Finals.CONTENDERS * Gate.FEWEST_WINDOWS
                : (int) Math.max(1, budget.toMillis() / timeOfAWindow().toMillis());
    }

    /** About how long it takes. */
    Duration estimate(ServiceDescription description) {
        return isGrid() ? timeOfAWindow().multipliedBy(plannedRuns(description)) : budget;
    }

    Duration timeOfAWindow() {
        return Duration.ofMillis(Math.round(1e3 * (windowSeconds + SECONDS_BETWEEN_WINDOWS)));
    }
}
