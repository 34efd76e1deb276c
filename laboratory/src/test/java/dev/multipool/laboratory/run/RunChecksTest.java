package dev.multipool.laboratory.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
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

    private static Figures figures(Map<String, Long> errors) {
        return MadeUpResults.run(new Trial(1, 1, MadeUpResults.settings(2)), 100, 5, errors)
                .figures();
    }
}
