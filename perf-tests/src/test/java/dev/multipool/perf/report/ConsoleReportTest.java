package dev.multipool.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.Trial;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.MadeUpResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {
    @Test
    void lines_areTheTableThenTheAnswer() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.sweep());

        assertThat(lines.get(0)).contains("threads").contains("TPS").contains("TP99 ms");
        assertThat(lines.get(3))
                .contains("8405")
                .contains("8390-8420")
                .contains("6.6")
                .endsWith("<- answer");
        assertThat(lines).anySatisfy(line -> assertThat(line)
                .isEqualTo("run 12 (threads 2): suspect, 0.31 cores of foreign load (expected: <= 0.10)"));
        assertThat(lines.get(lines.size() - 1)).startsWith("largest throughput with TP99 < 10 ms: fixed pool of 8");
        assertThat(lines.subList(0, 7))
                .allSatisfy(line -> assertThat(line.length()).isLessThan(120));
    }

    @Test
    void lines_ofASizeWithoutAValidRun_haveNoFigures() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.of(
                MadeUpResults.OBJECTIVE,
                List.of(MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 777, 4), "1 errors (expected: 0)"))));

        assertThat(lines.get(1)).doesNotContain("777").endsWith("1 of 1 runs invalid");
        assertThat(lines).contains("run 1 (threads 2): invalid, 1 errors (expected: 0)");
    }

    @Test
    void lines_sayWhatLimitedTheRunOfTheAnswer() {
        LabRun profiled = MadeUpResults.profiled(MadeUpResults.run(3, 1, 8, 8405, 6.6));

        List<String> lines = ConsoleReport.lines(MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(profiled)));

        assertThat(lines)
                .containsSequence(
                        "What limited run 3 (threads 8):",
                        "  The load was the limit: 32 users keep no more than as many calls under way.",
                        "  Pool business is oversized: 40 % of the time of its 10 threads is idle in getTask.");
    }

    @Test
    void lines_sayWhenTheRawTp99HidesStalls() {
        Trial trial = new Trial(1, 1, MadeUpResults.settings(2));

        List<String> hidden = ConsoleReport.lines(
                MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(MadeUpResults.run(trial, 1000, 4, 210, Map.of()))));
        List<String> told = ConsoleReport.lines(
                MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(MadeUpResults.run(trial, 1000, 4, 5, Map.of()))));

        assertThat(hidden.get(1)).endsWith("TP99 hides stalls: corrected 210 ms");
        assertThat(told.get(1)).endsWith("<- answer");
    }
}
