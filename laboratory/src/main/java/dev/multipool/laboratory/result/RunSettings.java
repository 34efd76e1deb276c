package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one run was made with; runs with equal settings are repeats of one point.
 *
 * @param place where the point stands in the experiment
 * @param variant the server
 * @param load what was asked of it
 * @param expectedErrors error codes that belong to the question, such as {@code ELIMIT} under overload; any other error
 *     makes the run invalid
 */
public record RunSettings(PointPosition place, Variant variant, Load load, List<String> expectedErrors) {
    public RunSettings {
        expectedErrors = List.copyOf(expectedErrors);
    }

    /** The same with a profiler in the server. */
    public RunSettings profiled() {
        return new RunSettings(place, variant.withProfiler(), load, expectedErrors);
    }

    /** The pool whose size is asked for; null for a service that has none. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public @Nullable PoolSettings pool() {
        return variant.pool();
    }

    /** The same for a service that has one. */
    public PoolSettings requirePool() {
        return Objects.requireNonNull(pool());
    }
}
