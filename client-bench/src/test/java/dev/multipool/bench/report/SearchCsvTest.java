package dev.multipool.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.MadeUpRun;
import dev.multipool.bench.search.JudgedRun;
import dev.multipool.bench.search.SearchResult;
import dev.multipool.capacity.Objective;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchCsvTest {
    @Test
    void eachRun_isARowWithItsVerdictAndReasons() {
        Objective objective = Objective.parse("tp99<2ms");
        SearchResult result = new SearchResult(
                objective,
                "calls/s",
                new SearchResult.Boundary(null, 1_000.0, null),
                false,
                "stopped",
                List.of(
                        JudgedRun.of(1_000, objective, MadeUpRun.valid()),
                        new JudgedRun(500, JudgedRun.Verdict.INVALID, 0, 0, List.of("said \"no\"", "a, b"))));

        assertThat(SearchCsv.render(result).lines())
                .containsExactly(
                        SearchCsv.COLUMNS,
                        "1,1000.000,calls/s,fail,1234.500,tp99,3.000,\"tp99 is 3.00 ms (expected: below 2 ms)\"",
                        "2,500.000,calls/s,invalid,0.000,tp99,0.000,\"said \"\"no\"\"; a, b\"");
    }
}
