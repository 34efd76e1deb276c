package dev.multipool.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.MadeUpRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalCsvTest {
    @Test
    void render_ofAClosedLoop_hasARowForEachSecondAndOneForTheWhole() {
        List<String> lines = IntervalCsv.render(MadeUpRun.valid(), MadeUpRun.closedLoop())
                .lines()
                .toList();

        assertThat(lines)
                .containsExactly(
                        "row,start_s,length_s,calls,failed,throughput_per_s,p50_ms,p90_ms,p99_ms,p999_ms,max_ms,mean_ms,"
                                + "corrected_p50_ms,corrected_p90_ms,corrected_p99_ms,corrected_p999_ms,corrected_max_ms",
                        "second,0.000,1.000,100,0,100.000,10.002,10.002,10.002,10.002,10.002,9.998,"
                                + "10.002,10.002,10.002,10.002,10.002",
                        "second,1.000,1.000,100,2,100.000,10.002,10.002,10.002,40.010,40.010,10.298,"
                                + "10.002,10.002,30.015,40.010,40.010",
                        "summary,0.000,10.000,12345,4,1234.500,1.000,2.000,3.000,4.000,5.000,1.500,"
                                + "1.000,2.000,3.000,4.000,5.000");
    }

    @Test
    void render_ofAnOpenLoop_leavesWhatItHasNotEmpty() {
        List<String> lines = IntervalCsv.render(MadeUpRun.ofAnOpenLoop(), MadeUpRun.openLoop())
                .lines()
                .toList();

        assertThat(lines).hasSize(3);
        assertThat(lines.get(1))
                .startsWith("second,0.000,1.000,50,0,50.000,30.")
                .endsWith(",,,,,");
        assertThat(lines).allMatch(line -> line.split(",", -1).length == 17);
    }
}
