package dev.multipool.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpRates;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.result.SustainableRate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private final HtmlReport report = new HtmlReport(new ResultFile());

    @Test
    void render_fillsEveryPlaceholderAndNamesNothingOutsideOfTheFile() throws IOException {
        String page = report.render(MadeUpResults.sweep());

        assertThat(page).contains("fixed pool of 8 threads").contains("echarts");
        assertThat(page.replaceAll("(?s)<script>.*?</script>", ""))
                .doesNotContain("{{")
                .doesNotContain("src=")
                .doesNotContain("href=")
                .doesNotContain("@import");
        // to be looked at by people
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("made-up-report.html"), page);
    }

    @Test
    void render_withMarkupInTheData_staysData() {
        LabRun run = MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 100, 1), "</script><script>alert(1)</script>");

        String page = report.render(MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(run)));

        assertThat(page).doesNotContain("</script><script>alert").contains("\\u003c/script>\\u003cscript>alert(1)");
    }

    @Test
    void render_whenNoSizeMet_saysSo() throws IOException {
        List<LabRun> runs = List.of(
                MadeUpResults.run(1, 1, 2, 100, 31),
                MadeUpResults.run(2, 1, 4, 180, 22),
                MadeUpResults.invalid(MadeUpResults.run(3, 1, 8, 200, 21), "EINTERNAL"));

        String page = report.render(MadeUpResults.of(MadeUpResults.OBJECTIVE, runs));

        assertThat(page).contains("no answer: Nothing that was measured kept TP99 &lt; 10 ms. Try a longer limit");
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("made-up-not-met.html"), page);
    }

    @Test
    void render_ofARate_isForPeopleToLookAt() throws IOException {
        for (LabResult result :
                List.of(MadeUpRates.confirmed(), MadeUpRates.provisional(), MadeUpRates.none(NoRate.OUT_OF_TIME))) {
            SustainableRate rate =
                    Objects.requireNonNull(result.answer().recommendation().sustainable());

            String page = report.render(result);

            assertThat(page).contains("1672 TPS");
            Files.writeString(
                    Files.createDirectories(Path.of("target"))
                            .resolve("made-up-rate-" + rate.outcome().word() + ".html"),
                    page);
        }
    }

    @Test
    void render_ofASearch_hasTheOutcomeInItsMarkup() throws IOException {
        for (LabResult result :
                List.of(MadeUpResults.search(), MadeUpResults.provisionalSearch(), MadeUpResults.fruitlessSearch())) {
            String page = report.render(result);

            String outcome = result.answer().outcome().word();
            assertThat(page)
                    .containsPattern("<h1 id=\"headline\">"
                            + (outcome.equals("none")
                                    ? "no answer: Nothing"
                                    : outcome.equals("answer") ? "answer: find" : "provisional answer: find"));
            Files.writeString(
                    Files.createDirectories(Path.of("target")).resolve("made-up-search-" + outcome + ".html"), page);
        }
    }
}
