package dev.multipool.laboratory.run;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.InvalidReason.Measure;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Whether a run's figures can be trusted, as far as only the laboratory knows; the generator has judged the rest. */
final class RunChecks {
    /** Of the server's cores, that its JIT compilers may use: a part of a window that is warm. */
    static final double MOST_COMPILING = 0.1;
    /** The same where calls come by a schedule: they queue while the service is slow, and are late for long after. */
    static final double MOST_COMPILING_AT_A_RATE = 0.05;

    /** Of the limit, that the generator may be late by at the 99th percentile. */
    static final double MOST_LATE = 0.2;

    private RunChecks() {}

    /**
     * What the generator says against its run, as far as it holds beside the limit. A call that is sent late has a longer response
     * time, never a shorter one. So where it is late by a small part of the limit, the figures flatter nobody.
     *
     * @param sending by a schedule; null in a closed loop
     */
    static List<InvalidReason> ofTheGenerator(
            List<InvalidReason> reasons, @Nullable Sending sending, double limitMillis) {
        boolean isLate = sending == null || sending.sendDelay().p99Millis() > MOST_LATE * limitMillis;
        return reasons.stream()
                .filter(reason -> isLate || reason.fault() != Fault.GENERATOR_LATE)
                .toList();
    }

    /**
     * Why the run must not count.
     *
     * @param expectedErrors codes that belong to the question; of all others there may be none
     */
    static List<InvalidReason> reasonsAgainst(Figures figures, List<String> expectedErrors) {
        List<InvalidReason> reasons = new ArrayList<>();
        Map<String, Long> others = new TreeMap<>(figures.counts().errors());
        expectedErrors.forEach(others::remove);
        if (!others.isEmpty()) {
            reasons.add(InvalidReason.ofErrors(others, expectedErrors));
        }
        if (figures.counts().notFound() > 0) {
            reasons.add(InvalidReason.of(Fault.NOT_FOUND)
                    .with(Measure.CALLS_NOT_FOUND, (double) figures.counts().notFound()));
        }
        return reasons;
    }

    /**
     * Why the server was not warm.
     *
     * @param compilerCores that its JIT compilers used; null where that is not known
     * @param serverCores that the server could use
     */
    static List<InvalidReason> reasonsAgainst(@Nullable Double compilerCores, double serverCores, Demand demand) {
        double most = serverCores * (demand instanceof OpenLoop ? MOST_COMPILING_AT_A_RATE : MOST_COMPILING);
        return compilerCores != null && compilerCores > most
                ? List.of(InvalidReason.of(Fault.COMPILING)
                        .with(Measure.CORES_USED, compilerCores)
                        .with(Measure.LIMIT_CORES, most))
                : List.of();
    }
}
