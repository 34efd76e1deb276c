package dev.multipool.laboratory.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Figures;
import dev.multipool.laboratory.result.MadeUpResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunChecksTest {
    private static final Demand USERS = MadeUpResults.LOAD.demand();

    @Test
    void reasonsAgainst_nameOnlyErrorsThatWereNotExpected() {
        Figures figures = figures(Map.of("ELIMIT", 7L, "EINTERNAL", 2L));

        assertThat(RunChecks.reasonsAgainst(figures, List.of("ELIMIT")))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(Fault.ERRORS, "2 errors: {EINTERNAL=2} (expected: only ELIMIT)"));
        assertThat(RunChecks.reasonsAgainst(figures, List.of()))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(Fault.ERRORS, "9 errors: {EINTERNAL=2, ELIMIT=7} (expected: 0)"));
        assertThat(RunChecks.reasonsAgainst(figures(Map.of("ELIMIT", 7L)), List.of("ELIMIT")))
                .isEmpty();
    }

    @Test
    void reasonsAgainst_aServerThatCompiles_countsItsCores() {
        assertThat(RunChecks.reasonsAgainst(0.19, 2, USERS)).isEmpty();
        assertThat(RunChecks.reasonsAgainst(null, 2, USERS)).isEmpty();
        assertThat(RunChecks.reasonsAgainst(0.21, 2, USERS))
                .singleElement()
                .returns(Fault.COMPILING, InvalidReason::fault)
                .returns(
                        "the server was still compiling: its JIT compilers used 0.21 cores (expected: at most 0.20)",
                        InvalidReason::text);
    }

    @Test
    void reasonsAgainst_aServerThatCompilesUnderIndependentCalls_isStricter() {
        Demand calls = new Demand.OpenLoop(1000, Demand.Arrivals.POISSON, 1000);

        assertThat(RunChecks.reasonsAgainst(0.09, 2, calls)).isEmpty();
        assertThat(RunChecks.reasonsAgainst(0.11, 2, calls))
                .extracting(InvalidReason::fault)
                .containsExactly(Fault.COMPILING);
    }

    @Test
    void ofTheGenerator_lateByASmallPartOfTheLimit_isNoReason() {
        List<InvalidReason> reasons =
                List.of(InvalidReason.of(Fault.GENERATOR_PAUSED), InvalidReason.of(Fault.GENERATOR_LATE));

        assertThat(RunChecks.ofTheGenerator(reasons, lateBy(1.9), 10))
                .extracting(InvalidReason::fault)
                .containsExactly(Fault.GENERATOR_PAUSED);
        assertThat(RunChecks.ofTheGenerator(reasons, lateBy(2.1), 10)).isEqualTo(reasons);
        assertThat(RunChecks.ofTheGenerator(reasons, null, 10)).isEqualTo(reasons);
    }

    private static Sending lateBy(double p99Millis) {
        Percentiles delay = new Percentiles(0.1, 0.5, p99Millis, 5.0, 6.0, 0.2);
        return new Sending(1000, 1000, 0, delay, delay);
    }

    private static Figures figures(Map<String, Long> errors) {
        return MadeUpResults.run(new Trial(1, 1, MadeUpResults.settings(2)), 100, 5, errors)
                .figures();
    }
}
