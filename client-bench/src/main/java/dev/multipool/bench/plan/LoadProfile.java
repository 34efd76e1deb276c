package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How the level of a load goes over the measured window: users of a closed loop, calls per second of an open loop. Its
 * steps follow each other and fill the window. The warm-up runs at the first step's first level; what is sent after the
 * window, until the calls that count have ended, at the last level.
 *
 * @param steps in their order; empty for a load that stays as its model says
 */
public record LoadProfile(List<Step> steps) {
    /** A load that stays as its model says. */
    public static final LoadProfile CONSTANT = new LoadProfile(List.of());

    private static final int MAX_STEPS = 1_000;

    /** Parts that a ramp is reported in. */
    private static final int RAMP_PARTS = 10;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public LoadProfile {
        steps = List.copyOf(steps);
        if (steps.size() > MAX_STEPS) {
            throw new IllegalArgumentException("steps: " + steps.size() + " (expected: at most " + MAX_STEPS + ")");
        }
    }

    /**
     * One part of the window: its level goes evenly from one value to another, or stays when they are the same.
     *
     * @param from level at its begin
     * @param to level at its end
     * @param length how long it takes
     */
    public record Step(double from, double to, Duration length) {
        public Step {
            LoadLimits.requireLevel("from", from);
            LoadLimits.requireLevel("to", to);
            LoadLimits.requirePositive("length", length);
        }

        public double slopePerNano() {
            return (to - from) / length.toNanos();
        }
    }

    /**
     * A staircase: the level stays for one step, then grows.
     *
     * @param first level of the first step
     * @param by what each step adds
     * @param last no step is above it; when the steps miss it, it is a step of its own
     */
    public static LoadProfile staircase(double first, double by, double last, Duration stepLength) {
        LoadLimits.requireLevel("by", by);
        if (last < first) {
            throw new IllegalArgumentException("last: " + last + " (expected: >= first: " + first + ")");
        }
        if ((last - first) / by >= MAX_STEPS) {
            throw new IllegalArgumentException(
                    "by: " + by + " (expected: at most " + MAX_STEPS + " steps from " + first + " to " + last + ")");
        }
        List<Step> steps = new ArrayList<>();
        int i = 0;
        for (double level = first; level < last; level = first + ++i * by) {
            steps.add(new Step(level, level, stepLength));
        }
        steps.add(new Step(last, last, stepLength));
        return new LoadProfile(steps);
    }

    /** A ramp: the level goes evenly from one value to another, up or down. It is reported in ten parts of its time. */
    public static LoadProfile ramp(double from, double to, Duration length) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < RAMP_PARTS; i++) {
            steps.add(new Step(
                    from + (to - from) * i / RAMP_PARTS,
                    from + (to - from) * (i + 1) / RAMP_PARTS,
                    length.multipliedBy(i + 1L)
                            .dividedBy(RAMP_PARTS)
                            .minus(length.multipliedBy(i).dividedBy(RAMP_PARTS))));
        }
        return new LoadProfile(steps);
    }

    /**
     * A spike: the level jumps in the middle of the time and falls back.
     *
     * @param base level before and after
     * @param peak level of the spike
     * @param length the whole, of which the spike is a part
     * @param spikeLength the spike alone
     */
    public static LoadProfile spike(double base, double peak, Duration length, Duration spikeLength) {
        if (spikeLength.compareTo(length) >= 0) {
            throw new IllegalArgumentException(
                    "spikeLength: " + spikeLength + " (expected: shorter than the whole: " + length + ")");
        }
        Duration before = length.minus(spikeLength).dividedBy(2);
        return new LoadProfile(List.of(
                new Step(base, base, before),
                new Step(peak, peak, spikeLength),
                new Step(base, base, length.minus(spikeLength).minus(before))));
    }

    @Override
    @JsonValue
    public List<Step> steps() {
        return steps;
    }

    /** Whether the load stays as its model says. */
    public boolean isConstant() {
        return steps.isEmpty();
    }

    /** Of all steps together; zero for a constant load. */
    public Duration length() {
        return steps.stream().map(Step::length).reduce(Duration.ZERO, Duration::plus);
    }

    /** The highest level, or this one for a constant load. */
    double peakOr(double constantLevel) {
        return steps.stream()
                .mapToDouble(step -> Math.max(step.from(), step.to()))
                .max()
                .orElse(constantLevel);
    }
}
