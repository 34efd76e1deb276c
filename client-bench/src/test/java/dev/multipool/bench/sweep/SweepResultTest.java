package dev.multipool.bench.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.MadeUpRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepResultTest {
    private static final String CORES = "server on core 0, generator on core 1";

    @Test
    void answer_ofPoolsThatServeTheSame_isTheOneThatWasNamedFirst() {
        SweepResult result = result("tp99<10ms", run("8", MadeUpRun.valid()), run("4", MadeUpRun.valid()));

        assertThat(result.answer()).contains("fixed:threads=4,queue=1000");
        assertThat(result.conclusion())
                .startsWith("largest throughput with tp99<10ms: fixed:threads=4,queue=1000, ")
                .endsWith(CORES);
    }

    @Test
    void answer_isNoPoolWhoseRunsMissTheObjective() {
        SweepResult result = result("tp99<2ms", run("4", MadeUpRun.valid()));

        assertThat(result.answer()).isEmpty();
        assertThat(result.conclusion()).isEqualTo("no answer: no pool holds tp99<2ms with 32 users; " + CORES);
    }

    @Test
    void answer_isNoPoolWhoseRunsCannotBeTrusted() {
        SweepResult result = result("tp99<10ms", run("4", MadeUpRun.invalid()), run("8", MadeUpRun.valid()));

        assertThat(result.answer()).contains("fixed:threads=8,queue=1000");
        assertThat(result("tp99<10ms", run("4", MadeUpRun.invalid())).conclusion())
                .startsWith("no answer: no run can be trusted");
    }

    @Test
    void csv_hasEachRunBesideThoseOfItsPool() {
        SweepResult result = result(
                "tp99<10ms",
                run("4", MadeUpRun.valid()),
                run("8", MadeUpRun.invalid()),
                run("8", MadeUpRun.valid()),
                run("4", MadeUpRun.valid()));

        assertThat(result.csv().lines())
                .extracting(
                        line -> line.substring(0, line.indexOf(',')) + " " + line.substring(line.lastIndexOf(',') + 1))
                .containsExactly(
                        "pool counts",
                        "\"fixed:threads=4 true",
                        "\"fixed:threads=4 true",
                        "\"fixed:threads=8 false",
                        "\"fixed:threads=8 true");
    }

    private static SweepRun run(String threads, LoadResult result) {
        return new SweepRun("fixed:threads=" + threads + ",queue=1000", result);
    }

    private static SweepResult result(String objective, SweepRun... runs) {
        return new SweepResult(
                SweepSettings.parse(new ArrayList<>(List.of("--sizes", "4,8", "--objective", objective))),
                List.of(runs),
                CORES);
    }
}
