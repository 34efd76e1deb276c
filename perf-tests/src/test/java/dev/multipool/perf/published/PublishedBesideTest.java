package dev.multipool.perf.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublishedBesideTest {
    @Test
    void beside_joinsBySizeAndKeepsOursAndPublishedApart() {
        Table table = PublishedBeside.fixedWithQueue(
                PointSummary.of(List.of(MadeUpResults.run(1, 1, 2, 3105, 11.4), MadeUpResults.run(2, 1, 8, 8420, 6.1))),
                MadeUpResults.TWO_CORES);

        assertThat(table.columns())
                .containsSubsequence(new Column("TPS", Origin.OURS), new Column("TPS", Origin.PUBLISHED));
        assertThat(MadeUpResults.texts(table))
                .contains(List.of("2", "32 users", "3105", "11.4", "", "", "", ""))
                .contains(List.of("8", "32 users", "8420", "6.1", "25", "3113", "10", "46.45"))
                .contains(List.of("25", "", "", "", "22", "6182", "6", "98.83"));
        assertThat(table.caption())
                .contains("measured on 1 core.")
                .contains("4 cores, 8 GiB")
                .contains("Not comparable number by number");
    }
}
