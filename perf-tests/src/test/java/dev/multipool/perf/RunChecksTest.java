package dev.multipool.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.result.Figures;
import dev.multipool.perf.result.MadeUpResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunChecksTest {
    @Test
    void invalidReasons_nameOnlyErrorsThatWereNotExpected() {
        Figures figures = figures(Map.of("ELIMIT", 7L, "EINTERNAL", 2L));

        assertThat(RunChecks.invalidReasons(figures, List.of("ELIMIT")))
                .containsExactly("2 errors: {EINTERNAL=2} (expected: only ELIMIT)");
        assertThat(RunChecks.invalidReasons(figures, List.of()))
                .containsExactly("9 errors: {EINTERNAL=2, ELIMIT=7} (expected: 0)");
        assertThat(RunChecks.invalidReasons(figures(Map.of("ELIMIT", 7L)), List.of("ELIMIT")))
                .isEmpty();
    }

    private static Figures figures(Map<String, Long> errors) {
        return MadeUpResults.run(new Trial(1, 1, MadeUpResults.settings(2)), 100, 5, errors)
                .figures();
    }
}
