package dev.multipool.perf.report;

import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.ResultFile;
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
        return Page.fill(
                "report.html",
                Map.of(
                        "title",
                        Page.escape(result.experiment()),
                        "answer",
                        Page.escape(result.answer().text()),
                        "script",
                        Page.resource("report.js") + Page.resource("why.js"),
                        "result",
                        Page.inScript(resultFile.toJson(result))));
    }
}
