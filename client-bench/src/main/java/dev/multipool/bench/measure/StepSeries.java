package dev.multipool.bench.measure;

import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.bench.result.StepResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What each step of a load measured; nothing when the load is constant. One writer; merged when writing has ended. */
final class StepSeries {
    private final List<LoadProfile.Step> steps;
    private final long windowStartNanos;
    private final long[] startNanos;
    private final Histogram[] responseNanos;
    private final long[] failed;

    StepSeries(MeasuredWindow window, LoadProfile profile) {
        this.steps = profile.steps();
        this.windowStartNanos = window.startNanos();
        this.startNanos = new long[steps.size()];
        for (int i = 1; i < startNanos.length; i++) {
            startNanos[i] = startNanos[i - 1] + steps.get(i - 1).length().toNanos();
        }
        this.responseNanos =
                Stream.generate(Histograms::newHistogram).limit(steps.size()).toArray(Histogram[]::new);
        this.failed = new long[steps.size()];
    }

    /** Counts one answered call; {@code atNanos} lies in the window. */
    void answered(long atNanos, long responseTimeNanos) {
        if (!steps.isEmpty()) {
            responseNanos[stepAt(atNanos)].recordValue(responseTimeNanos);
        }
    }

    /** Counts one failed call; {@code atNanos} lies in the window. */
    void failed(long atNanos) {
        if (!steps.isEmpty()) {
            failed[stepAt(atNanos)]++;
        }
    }

    private int stepAt(long atNanos) {
        int found = Arrays.binarySearch(startNanos, atNanos - windowStartNanos);
        return found >= 0 ? found : -found - 2;
    }

    void addAll(StepSeries other) {
        for (int i = 0; i < failed.length; i++) {
            responseNanos[i].add(other.responseNanos[i]);
            failed[i] += other.failed[i];
        }
    }

    /** The steps that the window really had, whose length is given. */
    List<StepResult> results(long windowNanos) {
        List<StepResult> results = new ArrayList<>();
        for (int i = 0; i < startNanos.length && startNanos[i] < windowNanos; i++) {
            LoadProfile.Step step = steps.get(i);
            double seconds = Math.min(step.length().toNanos(), windowNanos - startNanos[i]) / 1e9;
            long calls = responseNanos[i].getTotalCount();
            results.add(new StepResult(
                    step.from(),
                    step.to(),
                    seconds,
                    calls,
                    calls / seconds,
                    failed[i],
                    Percentiles.of(responseNanos[i])));
        }
        return results;
    }
}
