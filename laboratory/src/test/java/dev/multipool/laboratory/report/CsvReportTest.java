package dev.multipool.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.MadeUpResults;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReportTest {
    @Test
    void render_hasOneLineForEachRunAndQuotesCommas() {
        String csv = CsvReport.render(MadeUpResults.of(
                MadeUpResults.OBJECTIVE,
                List.of(
                        MadeUpResults.run(1, 1, 2, 3105, 8),
                        MadeUpResults.invalid(MadeUpResults.run(2, 2, 2, 3000, 9), "say \"no\", twice"))));

        List<String> lines = csv.lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .startsWith("experiment,run,repeat,stage,label,variant,pool,kind,threads,queue,users,rate_per_s,");
        assertThat(lines.get(1))
                .startsWith(
                        "business-pool-sweep,1,1,pool sizes,2,fixed 2,business,fixed,2,1000,32,,0.01,4,10.0,10.0,3105.0,")
                .endsWith(",1,false,true,true,,");
        assertThat(lines.get(2)).endsWith(",true,false,ERRORS,\"1 error: {say \"\"no\"\", twice=1} (expected: 0)\"");
        assertThat(lines.get(1).split(",", -1)).hasSameSizeAs(lines.get(0).split(",", -1));
    }
}
