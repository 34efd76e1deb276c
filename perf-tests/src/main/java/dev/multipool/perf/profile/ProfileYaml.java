package dev.multipool.perf.profile;

import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Blocked;
import dev.multipool.capacity.calibration.ServiceProfile.Pauses;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A service's profile as people read and edit it. */
public final class ProfileYaml {
    private static final List<String> KEYS = List.of(
            "cpu-ms-per-call",
            "background-cores",
            "pool-cpu-ms",
            "blocked-ms",
            "blocked-cv",
            "outside-ms",
            "calls-per-pause",
            "pause-ms",
            "band");
    private static final List<String> REMARKS = List.of(
            "CPU time of the whole process",
            "CPU without calls",
            "of the CPU time, what the pool's threads use",
            "how long a call holds its thread without computing",
            "standard deviation over mean of that",
            "network and client",
            "0: no pauses",
            "stop the world",
            "largest miss on the runs it was made from, as a part of their throughput");

    private ProfileYaml() {}

    public static String write(ServiceProfile profile) {
        List<Double> values = List.of(
                profile.cpuMillis(),
                profile.backgroundCores(),
                profile.poolCpuMillis(),
                profile.blocked().millis(),
                profile.blocked().cv(),
                profile.outsideMillis(),
                (double) profile.pauses().everyCalls(),
                profile.pauses().millis(),
                profile.band());
        StringBuilder yaml = new StringBuilder("# a service with one pool, calibrated from measured runs\n");
        for (int i = 0; i < KEYS.size(); i++) {
            yaml.append(String.format(Locale.ROOT, "%s: %.5g  # %s%n", KEYS.get(i), values.get(i), REMARKS.get(i)));
        }
        return yaml.toString();
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException for a key that is missing, unknown, or not a number of at least 0
     */
    public static ServiceProfile read(String yaml) {
        Map<String, Double> values = numbers(yaml);
        return new ServiceProfile(
                value(values, "cpu-ms-per-call"),
                value(values, "background-cores"),
                value(values, "pool-cpu-ms"),
                new Blocked(value(values, "blocked-ms"), value(values, "blocked-cv")),
                value(values, "outside-ms"),
                new Pauses(Math.round(value(values, "calls-per-pause")), value(values, "pause-ms")),
                value(values, "band"));
    }

    private static Map<String, Double> numbers(String yaml) {
        Object loaded;
        try {
            loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException("profile: not YAML (expected: keys and numbers)", e);
        }
        if (!(loaded instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("profile: no keys (expected: " + KEYS + ")");
        }
        Map<String, Double> values = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (!KEYS.contains(name)) {
                throw new IllegalArgumentException("profile: " + name + " (expected: one of " + KEYS + ")");
            }
            if (!(value instanceof Number number) || !(number.doubleValue() >= 0)) {
                throw new IllegalArgumentException("profile: " + name + ": " + value + " (expected: a number >= 0)");
            }
            values.put(name, number.doubleValue());
        });
        return values;
    }

    private static double value(Map<String, Double> values, String key) {
        Double value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("profile: " + key + " is missing");
        }
        return value;
    }
}
