package dev.multipool.bench.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.MadeUpRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ResultTableTest {
    private static final String HIDING = "the uncorrected TP99 hides stalls";

    @Test
    void aClosedLoopWhoseRawTp99HidesStalls_isSaidToDoSo() {
        assertThat(printed(MadeUpRun.stalled())).contains("p99 3.00", "p99 190.00", HIDING);
        assertThat(printed(MadeUpRun.valid())).doesNotContain(HIDING);
        assertThat(printed(MadeUpRun.ofAnOpenLoop())).doesNotContain(HIDING);
    }

    @Test
    void aDisturbedRun_showsWhatWasLeftOut() {
        assertThat(printed(MadeUpRun.valid()))
                .contains(
                        "disturbed      1.0 s of 11.0 s left out: 3 stalls of the machine, longest 250 ms",
                        "clean 1,234.5 TPS, TP99 3.00 ms; with what was left out 1,181.8 TPS, TP99 30.00 ms");
    }

    private static String printed(LoadResult result) {
        StringWriter text = new StringWriter();
        ResultTable.print(result, new PrintWriter(text, true));
        return text.toString();
    }
}
