package dev.multipool.laboratory.search;

import dev.multipool.laboratory.guide.Guidance;
import dev.multipool.laboratory.guide.Guidance.Prediction;
import dev.multipool.laboratory.guide.Guidance.Standing;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import java.util.ArrayList;
import java.util.List;

/**
 * What a result tells of the model that guided a search, or did not.
 *
 * @param guidance what became of it
 * @param knobs the knobs' names, in their order
 */
record GuidanceReport(Guidance guidance, List<String> knobs) {
    private static final String THEN = ", then ";

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        Finding standing = Finding.of(code(guidance.standing()));
        if (!guidance.flow().isEmpty()) {
            standing = standing.about(Subject.POOLS, String.join(THEN, guidance.flow()));
        }
        if (guidance.standing() == Standing.GUIDED || guidance.standing() == Standing.MISSED) {
            standing = standing.with(FindingFigure.THROUGHPUT_ERROR, guidance.missed());
        }
        if (!guidance.predictions().isEmpty()) {
            standing = standing.with(
                            FindingFigure.COUNTED, guidance.predictions().size())
                    .with(FindingFigure.PREDICTION_ERROR, largestMiss());
        }
        findings.add(standing);
        guidance.knobs()
                .forEach((knob, pools) -> findings.add(Finding.of(FindingCode.KNOB_SETS_POOLS)
                        .about(Subject.KNOB, knob)
                        .about(Subject.POOLS, String.join(", ", pools))));
        return findings;
    }

    private static FindingCode code(Standing standing) {
        return switch (standing) {
            case GUIDED -> FindingCode.SEARCH_GUIDED;
            case MISSED -> FindingCode.SEARCH_GUIDE_MISSED;
            case NO_AGENT -> FindingCode.SEARCH_WITHOUT_AGENT;
            case FLOW_UNKNOWN -> FindingCode.SEARCH_WITHOUT_FLOW;
            case NO_KNOB_KNOWN -> FindingCode.SEARCH_WITHOUT_KNOWN_KNOB;
            case TOO_FEW_LOADS -> FindingCode.SEARCH_WITH_TOO_FEW_LOADS;
            case NOT_FITTED -> FindingCode.SEARCH_WITHOUT_FITTING_MODEL;
        };
    }

    private double largestMiss() {
        return guidance.predictions().stream()
                .mapToDouble(prediction -> Math.abs(prediction.miss()))
                .max()
                .orElse(0);
    }

    /** What was predicted beside what was measured; empty where nothing was predicted. */
    List<Table> tables() {
        if (guidance.predictions().isEmpty()) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>();
        knobs.forEach(knob -> columns.add(new Column(knob, Origin.KEY)));
        columns.add(new Column("users", Origin.KEY));
        columns.add(new Column("calls/s", Origin.PREDICTED));
        columns.add(new Column("calls/s", Origin.OURS));
        columns.add(new Column("off by %", Origin.PREDICTED));
        return List.of(new Table(
                "Predictions of the model that guided the search",
                "Each was made before its window was measured. None of them is part of the answer.",
                columns,
                guidance.predictions().stream().map(this::row).toList()));
    }

    private List<Cell> row(Prediction prediction) {
        List<Cell> row = new ArrayList<>();
        knobs.forEach(knob -> row.add(Cell.word(prediction.values().getOrDefault(knob, ""))));
        row.add(Cell.whole(prediction.users()));
        row.add(Cell.whole(prediction.predictedPerSecond()));
        row.add(Cell.whole(prediction.measuredPerSecond()));
        row.add(Cell.change(prediction.miss()));
        return row;
    }
}
