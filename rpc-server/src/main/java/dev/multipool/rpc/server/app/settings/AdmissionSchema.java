package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of adaptive admission. */
final class AdmissionSchema {
    private static final String WHILE_OFF = "while admission.enabled is false";

    static final Setting<Boolean> ENABLED = Setting.of(
                    "admission.enabled",
                    "false",
                    ValueTypes.trueOrFalse(),
                    "Whether calls are turned away so that the answered ones keep the objective")
            .thatDoesNothing("while the objective is kept");
    static final Setting<Double> PERCENTILE = Setting.of(
                    "admission.objective-percentile",
                    "99",
                    ValueTypes.number(50, 99.99),
                    "Percentile of the response time at the server that must stay below admission.objective")
            .thatDoesNothing(WHILE_OFF);
    static final Setting<Duration> OBJECTIVE = Setting.of(
                    "admission.objective",
                    "10ms",
                    ValueTypes.duration(Duration.ofMillis(1), Duration.ofHours(1)),
                    "What that percentile must stay below")
            .thatDoesNothing(WHILE_OFF);
    static final Setting<Double> HEADROOM = Setting.of(
                    "admission.headroom",
                    Double.toString(AdmissionSettings.DEFAULT_HEADROOM),
                    ValueTypes.number(0, 0.9),
                    "Part of the objective that is left to the network and the client, which the server can't measure")
            .thatDoesNothing(WHILE_OFF);
    static final Setting<Integer> MIN_LIMIT = limit("min-limit", "1", "Fewest calls in flight that are ever allowed");
    static final Setting<Integer> INITIAL_LIMIT =
            limit("initial-limit", "20", "Calls in flight allowed until something has been measured");
    static final Setting<Integer> MAX_LIMIT = limit("max-limit", "2000", "Most calls in flight that are ever allowed");

    private static final int FEWEST_SAMPLES = 100;

    private AdmissionSchema() {}

    static List<Setting<?>> all() {
        return List.of(ENABLED, PERCENTILE, OBJECTIVE, HEADROOM, MIN_LIMIT, INITIAL_LIMIT, MAX_LIMIT);
    }

    /**
     * Reads them.
     *
     * @throws SettingsException when they don't fit together
     */
    static Optional<AdmissionSettings> read(RawSettings raw) {
        int min = raw.get(MIN_LIMIT);
        int initial = raw.get(INITIAL_LIMIT);
        int max = raw.get(MAX_LIMIT);
        if (initial < min || initial > max) {
            throw new SettingsException(INITIAL_LIMIT.key() + ": " + initial + " (expected: >= " + MIN_LIMIT.key()
                    + ": " + min + " and <= " + MAX_LIMIT.key() + ": " + max + ")");
        }
        AdmissionObjective objective = readObjective(raw);
        AdmissionSettings settings = AdmissionSettings.builder()
                .objective(objective)
                .headroom(raw.get(HEADROOM))
                .minLimit(min)
                .initialLimit(initial)
                .maxLimit(max)
                .minSamples(countSamplesForOneLate(objective.percentile()))
                .build();
        return raw.get(ENABLED) ? Optional.of(settings) : Optional.empty();
    }

    /** The objective, whether admission is enabled or not. */
    static AdmissionObjective readObjective(RawSettings raw) {
        return new AdmissionObjective(raw.get(PERCENTILE), raw.get(OBJECTIVE));
    }

    /** At a high percentile a measurement needs more calls, or it could not tell one late call from too many. */
    private static int countSamplesForOneLate(double percentile) {
        return Math.max(FEWEST_SAMPLES, (int) Math.ceil(100 / (100 - percentile) - 1e-6));
    }

    private static Setting<Integer> limit(String name, String defaultText, String description) {
        return Setting.of("admission." + name, defaultText, ValueTypes.integer(1, 1 << 20), description)
                .thatDoesNothing(WHILE_OFF);
    }
}
