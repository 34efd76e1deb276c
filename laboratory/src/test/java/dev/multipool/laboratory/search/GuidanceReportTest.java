package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.guide.Guidance;
import dev.multipool.laboratory.guide.Guidance.Prediction;
import dev.multipool.laboratory.guide.Guidance.Standing;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Origin;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuidanceReportTest {
    private static final List<String> KNOBS = List.of("threads", "connections");

    private static final Guidance GUIDED = new Guidance(
            Standing.GUIDED,
            List.of("http-nio-8080-exec", "product-db"),
            Map.of("connections", Set.of("product-db")),
            0.04,
            List.of(
                    new Prediction(Map.of("threads", "63", "connections", "50"), 40, 1020, 1000),
                    new Prediction(Map.of("threads", "63", "connections", "40"), 40, 900, 1000)));

    @Test
    void findings_ofAModelThatGuided_sayWhatItKnewAndHowFarItWasOff() {
        List<Finding> findings = new GuidanceReport(GUIDED, KNOBS).findings();

        assertThat(findings)
                .extracting(Finding::code)
                .containsExactly(FindingCode.SEARCH_GUIDED, FindingCode.KNOB_SETS_POOLS);
        assertThat(findings.get(0).figures())
                .containsEntry(FindingFigure.THROUGHPUT_ERROR, 0.04)
                .containsEntry(FindingFigure.COUNTED, 2.0)
                .hasEntrySatisfying(FindingFigure.PREDICTION_ERROR, error -> assertThat(error)
                        .isBetween(0.0999, 0.1001));
        assertThat(findings.get(0).text())
                .isEqualTo(
                        "By what the agent told, a call comes to http-nio-8080-exec, then product-db. A model of that guided"
                                + " the search, and missed the throughput of its own windows by up to 4.0 %. Its predictions of 2"
                                + " windows, made before these, were off by up to 10.0 %.");
        assertThat(findings.get(1).text()).isEqualTo("The knob connections sets the pool product-db.");
    }

    @Test
    void tables_havePredictionsMarkedAsSuchBesideWhatWasMeasured() {
        Table table = new GuidanceReport(GUIDED, KNOBS).tables().get(0);

        assertThat(table.columns())
                .extracting(Table.Column::origin)
                .containsExactly(Origin.KEY, Origin.KEY, Origin.KEY, Origin.PREDICTED, Origin.OURS, Origin.PREDICTED);
        assertThat(MadeUpResults.texts(table))
                .containsExactly(
                        List.of("63", "50", "40", "1020", "1000", "+2.0"),
                        List.of("63", "40", "40", "900", "1000", "-10.0"));
    }

    @ParameterizedTest
    @EnumSource(names = "GUIDED", mode = EnumSource.Mode.EXCLUDE)
    void findings_ofNoModel_sayWhy(Standing standing) {
        Guidance none = new Guidance(standing, List.of(), Map.of(), 0.2, List.of());

        List<Finding> findings = new GuidanceReport(none, KNOBS).findings();

        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).code()).isNotEqualTo(FindingCode.SEARCH_GUIDED);
        assertThat(findings.get(0).text()).isNotEmpty();
        assertThat(new GuidanceReport(none, KNOBS).tables()).isEmpty();
    }
}
