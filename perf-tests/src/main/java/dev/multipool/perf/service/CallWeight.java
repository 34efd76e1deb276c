package dev.multipool.perf.service;

import java.util.List;
import java.util.Map;

/**
 * How heavy a call of findUserInfo is.
 *
 * @param name what people call it
 * @param settings the server's settings that make it so
 */
public record CallWeight(String name, Map<String, String> settings) {
    private static final String CPU = "methods.find-user-info.cpu";
    private static final String WAIT = "methods.find-user-info.wait";

    /** The service as it is: one read from Redis. */
    public static final CallWeight LIGHT = new CallWeight("light", Map.of(CPU, "0", WAIT, "none"));

    /**
     * About as heavy as the published service: 0.59 ms of CPU time with what the call itself uses, and held on the pool
     * for 2.5 ms. Both were derived from the published tables (CPU against throughput, threads over throughput).
     */
    public static final CallWeight PUBLISHED =
            new CallWeight("published", Map.of(CPU, "560us", WAIT, "lognormal:1960us,cv=0.28"));

    private static final String AS_SET = "as set";

    public CallWeight {
        settings = Map.copyOf(settings);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static CallWeight named(String name) {
        return List.of(LIGHT, PUBLISHED).stream()
                .filter(weight -> weight.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("weight: " + name + " (expected: light or published)"));
    }

    /** The weight that the settings ask for; else these. */
    public static List<CallWeight> setOr(ServerTemplate template, List<CallWeight> own) {
        Map<String, String> set = template.settings();
        return set.containsKey(CPU) || set.containsKey(WAIT) ? List.of(new CallWeight(AS_SET, Map.of())) : own;
    }

    /** For the name of a stage: {@code published weight}, {@code weight as set}. */
    public String describe() {
        return name.equals(AS_SET) ? "weight " + AS_SET : name + " weight";
    }
}
