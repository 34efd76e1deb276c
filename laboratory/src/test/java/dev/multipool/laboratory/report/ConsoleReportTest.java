package dev.multipool.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpRates;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.run.Trial;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConsoleReportTest {
    @Test
    void lines_areTheTableThenTheAnswer() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.sweep());

        assertThat(lines.get(0)).contains("threads").contains("TPS").contains("TP99 ms");
        assertThat(lines.get(3))
                .contains("8405")
                .contains("8390-8420")
                .contains("6.6")
                .endsWith("<- provisional answer");
        assertThat(lines)
                .contains(
                        "run 12 (threads 2): discarded, the machine was shared: 0.31 cores were used by processes that are no"
                                + " part of the run (expected: at most 0.1)")
                .containsSequence(
                        "PROVISIONAL ANSWER, the best known: most throughput with TP99 < 10 ms, measured on 1 core",
                        "for                  best pools               load      TPS         TP99 ms  windows",
                        "business-pool-sweep  fixed pool of 8 threads  32 users  8405 ± 191  6.6      2 kept, 0 discarded",
                        "missing: 2 windows count, of at least 3");
        assertThat(lines.subList(0, 7))
                .allSatisfy(line -> assertThat(line.length()).isLessThan(120));
    }

    @Test
    void lines_ofASizeWithoutAValidRun_haveNoFigures() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.of(
                MadeUpResults.OBJECTIVE,
                List.of(MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 777, 4), "EINTERNAL"))));

        assertThat(lines.get(1)).doesNotContain("777").endsWith("1 of 1 runs discarded");
        assertThat(lines).contains("run 1 (threads 2): discarded, 1 error: {EINTERNAL=1} (expected: 0)");
    }

    @Test
    void lines_ofASearch_endWithAShortAnswerForEachMethod() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.search());

        List<String> block = block(lines, "ANSWER: most throughput with TP99 < 10 ms, measured on 1 core");
        assertThat(block).hasSizeLessThanOrEqualTo(18).allSatisfy(line -> assertThat(line.length())
                .isLessThan(120));
        assertThat(block.get(2)).startsWith("find-user-info  business 16").contains("24 users", "6.3 ± 0.63");
        assertThat(block.get(3))
                .startsWith("query-items     business 8, common 25, select 63")
                .endsWith("3 kept, 1 discarded");
        assertThat(block)
                .containsSequence(
                        "query-items:",
                        "  discarded windows showed: 871 TPS, TP99 14.2 ms",
                        "  limited by: The server was CPU-bound: it used 0.97 of its 1 core.",
                        "  try next: Try \"async\": 1105 TPS, TP99 5.1 ms.",
                        "  predicted for 4 cores, not measured: business 61; 96 users, 31120 TPS (28400-33900)")
                .endsWith("The cores' speed moved by 17 % within this job; throughput is compared at equal speed.");
    }

    @Test
    void lines_ofAProvisionalSearch_sayWhatIsMissing_andPrintNoIntervalThatTellsNothing() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.provisionalSearch());

        List<String> block = block(
                lines, "PROVISIONAL ANSWER, the best known: most throughput with TP99 < 10 ms, measured on 1 core");
        assertThat(block.get(3))
                .startsWith("query-items")
                .contains("2 kept, 3 discarded")
                .doesNotContain("±");
        assertThat(block)
                .contains(
                        "  missing: 2 windows count, of at least 3",
                        "  missing: 3 windows were discarded, of at most 2",
                        "  discarded windows showed: 650-890 TPS, TP99 11.8-21.5 ms",
                        "  no prediction for other machines: the model misses measured runs by 22 %, of at most 15 %")
                .containsSequence(
                        "query-items-io-cpu:",
                        "  reason: Nothing that was measured kept TP99 < 10 ms.",
                        "  what to do: Try a longer limit with --objective, fewer users, or more cores.");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("business 16").endsWith("<- answer"))
                .anySatisfy(line -> assertThat(line).contains("<- provisional answer, 3 of 5 runs discarded"));
    }

    @Test
    void lastLines_areOneLineWithTheOutcome() {
        assertThat(ConsoleReport.lastLines(MadeUpResults.search()))
                .singleElement()
                .asString()
                .startsWith("answer: find-user-info business 16 (")
                .contains("; query-items business 8, common 25, select 63 (1052 TPS, TP99 8.2 ms)");
        assertThat(ConsoleReport.lastLines(MadeUpResults.provisionalSearch()))
                .singleElement()
                .asString()
                .startsWith("provisional answer: find-user-info business 16 (8405 TPS, TP99 6.3 ms); query-items ")
                .contains(
                        "; query-items-io-cpu none; missing: query-items 2 windows count, of at least 3, ",
                        "; query-items-io-cpu Nothing that was measured kept TP99 < 10 ms");
        assertThat(ConsoleReport.lastLines(MadeUpResults.fruitlessSearch()))
                .containsExactly("no answer: Nothing that was measured kept TP99 < 10 ms. Try a longer limit with"
                        + " --objective, fewer users, or more cores.");
        assertThat(ConsoleReport.lastLines(MadeUpResults.sweep()))
                .containsExactly(
                        "provisional answer: fixed pool of 8 threads (8405 TPS, TP99 6.6 ms); missing: 2 windows"
                                + " count, of at least 3");
    }

    @Test
    void lines_ofADescribedService_haveItsNameAndEndWithHowToSetIt() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.described());

        List<String> block = block(
                lines, "PROVISIONAL ANSWER, the best known: most throughput with TP99 < 10 ms, measured on 1 core");
        assertThat(block.get(1)).startsWith("for   best setting");
        assertThat(block.get(2)).startsWith("shop  threads=63");
        assertThat(block).endsWith("to use it: threads by --container-threads=63 at the end of the command");
        assertThat(String.join("\n", lines)).doesNotContain("Redis");
    }

    @Test
    void lines_ofADescribedServiceThatCouldNotBeMeasured_sayWhatWasLeftOut() {
        List<String> lines = ConsoleReport.lines(MadeUpResults.describedInVain());

        assertThat(lines)
                .contains(
                        "The setting threads=25 was left out: the service ended on its own; its last lines: [no memory].")
                .contains("NO ANSWER for smallest sizes that carry 300 calls/s with TP99 < 10 ms, measured on 1 core");
        assertThat(ConsoleReport.lastLines(MadeUpResults.describedInVain()))
                .containsExactly(
                        "no answer: The one setting that was tried could not be measured. Read why each was left"
                                + " out, and let check look at the description.");
    }

    @Test
    void lines_ofARateThatIsConfirmed_haveItFirstAndTheClosedLoopBelow() {
        List<String> block = block(
                ConsoleReport.lines(MadeUpRates.confirmed()),
                "ANSWER: most throughput with TP99 < 10 ms, measured on 1 core");

        assertThat(block.get(2))
                .startsWith("shop  threads=63    sustainable rate")
                .contains(" 1299 ", "8.0 ± 1.1", "3 kept, 0 discarded");
        assertThat(block.get(3))
                .startsWith("                    closed loop, 10 users")
                .contains("1672 ± 9", "8.3 ± 0.14", "3 kept, 0 discarded");
        assertThat(block.get(4))
                .isEqualTo("sustainable rate: Independent callers can have 78 % of the closed loop's throughput;"
                        + " 1345 calls/s were not shown to keep the limit.");
        assertThat(ConsoleReport.lastLines(MadeUpRates.confirmed()))
                .containsExactly("answer: threads=63 (1672 TPS, TP99 8.3 ms)");
    }

    @Test
    void lines_ofARateThatIsNotConfirmed_sayWhatIsMissing() {
        List<String> lines = ConsoleReport.lines(MadeUpRates.provisional());

        assertThat(lines)
                .contains(
                        "sustainable rate: Not confirmed that independent callers can have 78 % of the closed loop's"
                                + " throughput; 1345 calls/s were not shown to keep the limit.",
                        "sustainable rate, missing: one window counts, of at least 3")
                .anySatisfy(line -> assertThat(line).contains("sustainable rate, provisional  1299 "));
    }

    @ParameterizedTest
    @EnumSource
    void lines_withoutARate_sayWhy(NoRate why) {
        LabResult result = MadeUpRates.none(why);

        assertThat(ConsoleReport.lines(result))
                .contains("no sustainable rate: "
                        + Objects.requireNonNull(
                                        result.answer().recommendation().sustainable())
                                .text()
                        + ".")
                .anySatisfy(line -> assertThat(line).startsWith("shop  threads=63    10 users  1672 "));
    }

    /** From the heading to the end. */
    private static List<String> block(List<String> lines, String heading) {
        assertThat(lines).contains(heading);
        return lines.subList(lines.indexOf(heading), lines.size());
    }

    @Test
    void lines_sayWhatLimitedTheRunOfTheAnswer() {
        LabRun profiled = MadeUpResults.profiled(MadeUpResults.run(3, 1, 8, 8405, 6.6));

        List<String> lines = ConsoleReport.lines(MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(profiled)));

        assertThat(lines)
                .containsSequence(
                        "What limited run 3 (threads 8):",
                        "  The load was the limit: 32 users keep no more than as many calls under way.",
                        "  Pool business is oversized: its 10 threads are idle in getTask 40 % of the time, and 6 threads"
                                + " would have carried this load.");
    }

    @Test
    void lines_sayWhenTheRawTp99HidesStalls() {
        Trial trial = new Trial(1, 1, MadeUpResults.settings(2));

        List<String> hidden = ConsoleReport.lines(
                MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(MadeUpResults.run(trial, 1000, 4, 210, Map.of()))));
        List<String> told = ConsoleReport.lines(
                MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(MadeUpResults.run(trial, 1000, 4, 5, Map.of()))));

        assertThat(hidden.get(1)).endsWith("TP99 hides stalls: corrected 210 ms");
        assertThat(told.get(1)).endsWith("<- provisional answer");
    }
}
