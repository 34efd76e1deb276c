package dev.multipool.perf.run;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.perf.result.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Whether a run's figures can be trusted, as far as only the laboratory knows; the generator has judged the rest. */
final class RunChecks {
    /** Of the server's cores, that its JIT compilers may use: a part of a window that is warm. */
    static final double MOST_COMPILING = 0.1;

    private RunChecks() {}

    /**
     * Why the run must not count.
     *
     * @param expectedErrors codes that belong to the question; of all others there may be none
     */
    static List<InvalidReason> reasonsAgainst(Figures figures, List<String> expectedErrors) {
        List<InvalidReason> reasons = new ArrayList<>();
        Map<String, Long> others = new TreeMap<>(figures.failures().errors());
        expectedErrors.forEach(others::remove);
        if (!others.isEmpty()) {
            reasons.add(new InvalidReason(
                    Fault.ERRORS,
                    others.values().stream().mapToLong(Long::longValue).sum() + " errors: " + others + " (expected: "
                            + (expectedErrors.isEmpty() ? "0" : "only " + String.join(", ", expectedErrors)) + ")"));
        }
        if (figures.failures().notFound() > 0) {
            reasons.add(new InvalidReason(
                    Fault.NOT_FOUND,
                    figures.failures().notFound() + " users or items not found (expected: 0, they were seeded)"));
        }
        return reasons;
    }

    /**
     * Why the server was not warm.
     *
     * @param compilerCores that its JIT compilers used; null where that is not known
     * @param serverCores that the server could use
     */
    static List<InvalidReason> reasonsAgainst(@Nullable Double compilerCores, double serverCores) {
        return compilerCores != null && compilerCores > MOST_COMPILING * serverCores
                ? List.of(new InvalidReason(
                        Fault.COMPILING,
                        String.format(
                                Locale.ROOT,
                                "the server was still compiling: its JIT compilers used %.2f cores (expected: at most"
                                        + " %.2f)",
                                compilerCores,
                                MOST_COMPILING * serverCores)))
                : List.of();
    }
}
