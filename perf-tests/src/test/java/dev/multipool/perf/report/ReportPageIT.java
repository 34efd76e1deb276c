package dev.multipool.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.result.Answer;
import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.MadeUpResults;
import dev.multipool.perf.result.ResultFile;
import dev.multipool.rpc.server.browser.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages in a real browser: no script fails, every chart is drawn, nothing is asked of the network. */
class ReportPageIT {
    private static final String CHARTS = "return document.querySelectorAll('.chart').length";
    /** A chart that was drawn has a picture with more in it than an empty pair of axes. */
    private static final String EMPTY_CHARTS = "return [...document.querySelectorAll('.chart')]"
            + ".filter(chart => !chart.querySelector('svg') || chart.querySelectorAll('svg path, svg text').length < 8)"
            + ".map(chart => chart.getAttribute('aria-label')).join('; ')";

    private static final String WITHOUT_NUMBERS = "return [...document.querySelectorAll('.chart')]"
            + ".filter(chart => !chart.closest('section').querySelector('table'))"
            + ".map(chart => chart.getAttribute('aria-label')).join('; ')";
    private static final String TOO_WIDE = "return document.documentElement.scrollWidth - window.innerWidth";

    private static final String FOLDED = "return document.querySelectorAll('details:not([open])').length";
    private static final String CONTROLS = "return [...document.querySelectorAll('select, input, button, summary')]"
            + ".filter(control => control.getClientRects().length).map(control => control.tagName).join('; ')";
    private static final String PAPER = "return document.querySelector('main').clientWidth";
    private static final String CUT_OFF =
            "return [...document.querySelectorAll('main table, .chart svg, main pre, main li')]"
                    + ".filter(each => each.getBoundingClientRect().right"
                    + " > document.querySelector('main').getBoundingClientRect().right + 1)"
                    + ".map(each => each.tagName + ' ' + each.textContent.slice(0, 40)).join('; ')";

    private static final Path PICTURES = Path.of("target", "pictures");

    private static @Nullable Chromium light;
    private static @Nullable Chromium dark;

    private final Path directory;

    ReportPageIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(PICTURES);
        light = Chromium.start(false);
        dark = Chromium.start(true);
    }

    @AfterAll
    static void stop() {
        for (Chromium browser : new Chromium[] {light, dark}) {
            if (browser != null) {
                browser.close();
            }
        }
    }

    private static Chromium browser(boolean night) {
        Chromium browser = night ? dark : light;
        if (browser == null) {
            throw new IllegalStateException("no browser");
        }
        return browser;
    }

    @ParameterizedTest
    @CsvSource({"false, 1280, 900", "true, 1280, 900", "false, 390, 844", "true, 390, 844"})
    void everyKindOfResult_isDrawnWithoutErrorsAndWithoutTheNetwork(boolean night, int width, int height)
            throws IOException {
        Chromium browser = browser(night);
        for (LabResult result : List.of(MadeUpResults.sweep(), MadeUpResults.everything())) {
            Path page = directory.resolve(result.experiment() + ".html");
            Files.writeString(page, new HtmlReport(new ResultFile()).render(result));

            browser.open(page, width, height);

            assertThat(browser.errors()).as("errors of " + result.experiment()).isEmpty();
            assertThat(((Number) browser.ask(CHARTS)).intValue()).isGreaterThanOrEqualTo(2);
            assertThat(browser.ask(EMPTY_CHARTS))
                    .as("charts that were not drawn")
                    .isEqualTo("");
            assertThat(browser.ask(WITHOUT_NUMBERS))
                    .as("charts without their numbers")
                    .isEqualTo("");
            assertThat(((Number) browser.ask(TOO_WIDE)).intValue())
                    .as("pixels that the page is too wide")
                    .isLessThanOrEqualTo(0);
            assertThat(browser.requests()).as("requests").allSatisfy(url -> assertThat(url)
                    .matches("(file|data|blob):.*"));
            // for people: what is ugly no assertion finds
            browser.screenshot(
                    PICTURES.resolve(result.experiment() + "-" + width + (night ? "-dark" : "-light") + ".png"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyKindOfResult_isPrintedWholeAndWithoutControls(boolean night) throws IOException {
        Chromium browser = browser(night);
        for (LabResult result : List.of(MadeUpResults.sweep(), MadeUpResults.everything())) {
            Path page = directory.resolve(result.experiment() + ".html");
            Files.writeString(page, new HtmlReport(new ResultFile()).render(result));
            browser.open(page, 1280, 900);
            Object folded = browser.ask(FOLDED);

            browser.showAsPrinted();

            assertThat(browser.ask(FOLDED)).as("folded parts").isEqualTo(0L);
            assertThat(browser.ask(CONTROLS)).as("controls on paper").isEqualTo("");
            assertThat(((Number) browser.ask(PAPER)).intValue())
                    .as("pixels of the width of A4 between its margins")
                    .isBetween(600, 688);
            assertThat(browser.ask(CUT_OFF)).as("cut off at the right").isEqualTo("");
            assertThat(browser.ask(EMPTY_CHARTS))
                    .as("charts that were not drawn")
                    .isEqualTo("");

            browser.showOnScreen();
            browser.print(PICTURES.resolve(result.experiment() + (night ? "-dark" : "-light") + ".pdf"));

            assertThat(browser.ask(FOLDED)).as("folded parts afterwards").isEqualTo(folded);
            assertThat(((Number) browser.ask(PAPER)).intValue())
                    .as("pixels of the width on the screen")
                    .isGreaterThan(900);
            assertThat(browser.errors()).as("errors of " + result.experiment()).isEmpty();
        }
    }

    @Test
    void aResultThatRecommendsNothing_doesNotSayThatNothingKeptTheLimit() throws IOException {
        LabResult sweep = MadeUpResults.sweep();
        LabResult asksSomethingElse = new LabResult(
                sweep.schemaVersion(),
                sweep.experiment(),
                sweep.question(),
                Answer.none(MadeUpResults.OBJECTIVE, sweep.setup().cores(), "profiled, the server gave less"),
                sweep.findings(),
                sweep.setup(),
                sweep.speed(),
                sweep.points(),
                sweep.tables(),
                sweep.runs());
        Path page = directory.resolve("nothing.html");
        Files.writeString(page, new HtmlReport(new ResultFile()).render(asksSomethingElse));
        Chromium light = browser(false);

        light.open(page, 1280, 900);

        assertThat(light.ask("return document.getElementById('headline').textContent"))
                .isEqualTo("No setting is recommended");
    }

    @Test
    void aComparison_isDrawnWithoutErrors() throws IOException {
        Map<String, LabResult> sides = new LinkedHashMap<>();
        sides.put("before", MadeUpResults.sweep());
        sides.put("after", MadeUpResults.sweep());
        Path page = directory.resolve("compare.html");
        Files.writeString(
                page, ComparePage.render(Comparison.of(sides), Map.of("CPU, after beside before", "compare-cpu.html")));
        Chromium light = browser(false);

        light.open(page, 390, 844);

        assertThat(light.errors()).isEmpty();
        assertThat(light.ask(EMPTY_CHARTS)).as("charts that were not drawn").isEqualTo("");
        assertThat(light.ask("return document.querySelectorAll('.chart').length"))
                .isEqualTo(1L);
        assertThat(((Number) light.ask(TOO_WIDE)).intValue()).isLessThanOrEqualTo(0);
        assertThat(light.requests()).allSatisfy(url -> assertThat(url).matches("(file|data|blob):.*"));
        assertThat(String.valueOf(light.ask("return document.body.innerText")))
                .contains("No difference is larger", "Differential flame graphs");
    }

    @Test
    void aResultOfEveryKind_hasEveryPart() throws IOException {
        Path page = directory.resolve("everything.html");
        Files.writeString(page, new HtmlReport(new ResultFile()).render(MadeUpResults.everything()));
        Chromium light = browser(false);

        light.open(page, 1280, 900);

        String text = String.valueOf(light.ask("return document.body.innerText"));
        assertThat(text)
                .contains(
                        "What limits it",
                        "Throughput and TP99 against users",
                        "Threads of common and select",
                        "One run in detail",
                        "Time of the threads of each pool",
                        "Response-time percentiles",
                        "Flame graphs",
                        "To repeat it");
        assertThat(light.ask("return document.querySelectorAll('.heat td b').length"))
                .isEqualTo(4L);
        assertThat(light.ask("return document.querySelector('.links a').getAttribute('href')"))
                .isEqualTo("run-01-cpu.html");
    }
}
