package dev.multipool.laboratory.report;

import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.ResultFile;
import java.util.List;
import java.util.Map;

/**
 * The result as one HTML page that needs no network: template, chart library and data in a single file.
 *
 * <p>The page draws itself from the data by script; the answer is in the markup too, for readers without script.
 */
public final class HtmlReport {
    private final ResultFile resultFile;

    public HtmlReport(ResultFile resultFile) {
        this.resultFile = resultFile;
    }

    public String render(LabResult result) {
        return new Page(
                        result.subject(),
                        "report.html",
                        Map.of("answer", AnswerBlock.lastLine(result)),
                        List.of("drawing.js", "graph.js", "report.js", "why.js"),
                        "result",
                        resultFile.toJson(result))
                .render();
    }
}
