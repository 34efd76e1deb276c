package dev.multipool.perf.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.report.ComparePage;
import dev.multipool.laboratory.report.Comparison;
import dev.multipool.laboratory.report.HtmlReport;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.MadeUpRates;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.rpc.server.browser.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages in a real browser: no script fails, every chart is drawn, nothing is asked of the network. */
@Tag("once")
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

    private static final String PAGE_WIDTH = "return document.documentElement.scrollWidth";

    private static final String FOLDED = "return document.querySelectorAll('details:not([open])').length";
    private static final String CONTROLS = "return [...document.querySelectorAll('select, input, button, summary')]"
            + ".filter(control => control.getClientRects().length).map(control => control.tagName).join('; ')";
    private static final String PAPER = "return document.querySelector('main').clientWidth";
    private static final String CUT_OFF =
            "return [...document.querySelectorAll('main table, .chart svg, main pre, main li')]"
                    + ".filter(each => each.getBoundingClientRect().right"
                    + " > document.querySelector('main').getBoundingClientRect().right + 1)"
                    + ".map(each => each.tagName + ' ' + each.textContent.slice(0, 40)).join('; ')";

    private static final String BODY = "return document.querySelector('main').innerText";
    private static final String SVG_TEXTS =
            "return [...document.querySelectorAll('#stages svg text')].map(each => each.textContent).join('; ')";
    private static final String HEADER = "return document.querySelector('header').innerText";
    private static final String FIRST_CARD = "return document.querySelector('.card').innerText";
    private static final String FIRST_CARD_ENDS =
            "return document.querySelector('.card').getBoundingClientRect().bottom + window.scrollY";
    private static final String BADGES =
            "return [...document.querySelectorAll('.badge')].map(each => each.textContent).join(', ')";
    private static final String CHIPS =
            "return [...document.querySelectorAll('.chip')].map(each => each.textContent).join(', ')";
    private static final String TEXTS =
            "return [...document.querySelectorAll('header h1, header p, header dd, header li')]"
                    + ".filter(each => each.getClientRects().length).map(each => each.textContent)";

    /** What would run if it were set as markup. */
    private static final String MARKUP = "<img src=missing onerror='window.ran = true'>";

    private static final String SHOW_EVERY_TIP = "document.querySelectorAll('.chart').forEach(place => {"
            + "  const chart = echarts.getInstanceByDom(place);"
            + "  chart.getOption().series.forEach((series, i) => series.data.forEach((item, k) =>"
            + "    chart.dispatchAction({ type: 'showTip', seriesIndex: i, dataIndex: k })));"
            + "}); return [...document.querySelectorAll('.chart')].map(place => place.innerText).join('; ')";
    private static final String IMAGES = "return document.querySelectorAll('img').length";
    private static final String RUN_WHAT_WAS_PLANTED =
            "document.body.insertAdjacentHTML('beforeend', '<button id=planted onclick=\"window.ran = true\">');"
                    + "const script = document.createElement('script');"
                    + "script.textContent = 'window.ran = true';"
                    + "document.body.append(script);"
                    + "document.getElementById('planted').click();"
                    + "return window.ran === true";

    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?]) ");
    private static final Path PICTURES = Path.of("target", "pictures");

    private static @Nullable Chromium chromium;

    private final Path directory;

    ReportPageIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(PICTURES);
        chromium = Chromium.start(false);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    private static Chromium browser(boolean night) {
        if (chromium == null) {
            throw new IllegalStateException("no browser");
        }
        chromium.showAtNight(night);
        return chromium;
    }

    /** Each page is loaded once: then its window shrinks to a phone's, and then it is printed. Paper is light. */
    @Test
    void everyKindOfResult_isDrawnWithoutErrorsAndWithoutTheNetwork_onScreensAndOnPaper() throws IOException {
        Chromium browser = browser(true);
        for (LabResult result : kinds()) {
            browser.open(page(result), 1280, 900);
            assertDrawn(browser, result, 1280);
            browser.showIn(390, 844);
            assertDrawn(browser, result, 390);
            browser.showIn(1280, 900);
            assertPrinted(browser, result);
            assertThat(browser.requests()).as("requests").isNotEmpty().allSatisfy(url -> assertThat(url)
                    .matches("(file|data|blob):.*"));
        }
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"true, 1280, 900", "true, 390, 844", "false, 1280, 900", "false, 390, 844"})
    void everyKindOfResult_openedInAWindow_isDrawnInIt(boolean night, int width, int height) throws IOException {
        Chromium browser = browser(night);
        for (LabResult result : kinds()) {
            browser.open(page(result), width, height);

            assertDrawn(browser, result, width);
            // for people: what is ugly no assertion finds
            browser.screenshot(PICTURES.resolve(name(result) + "-" + width + (night ? "-dark" : "-light") + ".png"));
        }
    }

    private static void assertDrawn(Chromium browser, LabResult result, int width) {
        assertThat(browser.errors()).as("errors of " + name(result)).isEmpty();
        assertThat(((Number) browser.ask(CHARTS)).intValue()).isGreaterThanOrEqualTo(2);
        assertThat(browser.ask(EMPTY_CHARTS)).as("charts that were not drawn").isEqualTo("");
        assertThat(browser.ask(WITHOUT_NUMBERS))
                .as("charts without their numbers")
                .isEqualTo("");
        // a phone would zoom out, and its window be as wide as the page
        assertThat(((Number) browser.ask(PAGE_WIDTH)).intValue())
                .as("pixels of the page's width")
                .isLessThanOrEqualTo(width);
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(booleans = {true, false})
    void everyKindOfResult_isPrintedForPeopleToLookAt(boolean night) throws IOException {
        Chromium browser = browser(night);
        for (LabResult result : kinds()) {
            browser.open(page(result), 1280, 900);
            assertPrinted(browser, result);
            browser.print(PICTURES.resolve(name(result) + (night ? "-dark" : "-light") + ".pdf"));
            assertThat(browser.errors()).as("errors of " + name(result)).isEmpty();
        }
    }

    private static void assertPrinted(Chromium browser, LabResult result) {
        Object folded = browser.ask(FOLDED);

        browser.showAsPrinted();

        assertThat(browser.ask(FOLDED)).as("folded parts").isEqualTo(0L);
        assertThat(browser.ask(CONTROLS)).as("controls on paper").isEqualTo("");
        assertThat(((Number) browser.ask(PAPER)).intValue())
                .as("pixels of the width of A4 between its margins")
                .isBetween(600, 688);
        assertThat(browser.ask(CUT_OFF)).as("cut off at the right").isEqualTo("");
        assertThat(browser.ask(EMPTY_CHARTS)).as("charts that were not drawn").isEqualTo("");

        browser.showOnScreen();

        assertThat(browser.ask(FOLDED)).as("folded parts afterwards").isEqualTo(folded);
        assertThat(((Number) browser.ask(PAPER)).intValue())
                .as("pixels of the width on the screen")
                .isGreaterThan(900);
        assertThat(browser.errors()).as("errors of " + name(result)).isEmpty();
    }

    @Test
    void aResultThatRecommendsNothing_doesNotSayThatNothingKeptTheLimit() throws IOException {
        LabResult sweep = MadeUpResults.sweep();
        LabResult asksSomethingElse = new LabResult(
                sweep.schemaVersion(),
                new LabResult.About(sweep.about().experiment(), sweep.about().question()),
                Answer.none(MadeUpResults.OBJECTIVE, sweep.setup().cores(), "profiled, the server gave less"),
                sweep.findings(),
                sweep.setup(),
                new LabResult.Measured(
                        sweep.measured().speed(),
                        sweep.measured().points(),
                        sweep.measured().runs()),
                sweep.tables());
        Path page = directory.resolve("nothing.html");
        Files.writeString(page, new HtmlReport(new ResultFile()).render(asksSomethingElse));
        Chromium light = browser(false);

        light.open(page, 1280, 900);

        assertThat(light.ask("return document.getElementById('headline').textContent"))
                .isEqualTo("No setting is recommended");
    }

    @Test
    void theFirstScreenOfASearch_tellsTheAnswer() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.search()), 1280, 900);

        assertThat(light.ask("return document.getElementById('headline').textContent"))
                .isEqualTo("Answer: the best pools of 2 methods");
        assertThat(light.ask(FIRST_CARD))
                .asString()
                .contains("find-user-info", "business 16", "TPS, 24 users", "6.3 ± 0.63 ms", "TP99, limit 10 ms")
                .contains("The server was CPU-bound: it used 0.97 of its 1 core.", "Try \"async\"")
                .contains("3 kept, 0 discarded", "4 cores, predicted", "business 61; 96 users");
        assertThat(light.ask("return document.querySelectorAll('header .predicted').length"))
                .isEqualTo(4L);
        assertThat(light.ask(BADGES)).isEqualTo("answer, answer");
        assertThat(light.ask(CHIPS)).isEqualTo("business 16, business 8, common 25, select 63");
        assertThat(light.ask(HEADER))
                .asString()
                .contains("871 TPS, TP99 14.2 ms", "speed moved by 17 %", "1 run of 7 discarded");
        assertFirstScreens(light);
    }

    @Test
    void theFirstScreenOfAProvisionalAnswer_isMarkedAndSaysWhatIsMissing() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.provisionalSearch()), 1280, 900);

        assertThat(light.ask("return document.getElementById('headline').textContent"))
                .isEqualTo("Provisional answer: the best known pools");
        assertThat(light.ask(BADGES)).isEqualTo("answer, provisional, no answer");
        assertThat(light.ask("return document.querySelector('.card.provisional').innerText"))
                .asString()
                .contains("2 windows count, of at least 3", "3 windows were discarded, of at most 2")
                .contains("650–890 TPS, TP99 11.8–21.5 ms", "The model misses measured runs by 22 %")
                .doesNotContain("±");
        assertThat(light.ask("return document.querySelector('.card.none').innerText"))
                .asString()
                .contains("Nothing that was measured kept TP99 < 10 ms.", "Try a longer limit with --objective");
        assertFirstScreens(light);
    }

    @Test
    void theFirstScreenWithoutAnAnswer_saysWhyAndWhatToDo() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.fruitlessSearch()), 1280, 900);

        assertThat(light.ask("return document.getElementById('headline').textContent"))
                .isEqualTo("No answer");
        assertThat(light.ask(BADGES)).isEqualTo("no answer, no answer");
        assertThat(light.ask(FIRST_CARD))
                .asString()
                .contains("Nothing that was measured kept TP99 < 10 ms.", "Try a longer limit with --objective");
        assertFirstScreens(light);
    }

    @Test
    void theFirstScreenOfAnotherExperiment_hasOneCard() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.sweep()), 1280, 900);

        assertThat(light.ask(BADGES)).isEqualTo("provisional");
        assertThat(light.ask(CHIPS)).isEqualTo("fixed pool of 8 threads");
        assertThat(light.ask(FIRST_CARD)).asString().contains("± 191", "TPS, 32 users", "2 windows count");
        assertFirstScreens(light);
    }

    @Test
    void theFirstScreenOfADescribedService_tellsHowToSetItAndWhatWasAsked() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.described()), 1280, 900);

        assertThat(light.ask(FIRST_CARD))
                .asString()
                .startsWith("shop")
                .contains("threads 63", "--container-threads=63 at the end of the command")
                .contains("GET /products/{id}, 75 %", "POST /orders <b>, 25 %", "HTTP/2 by TLS");
        assertFirstScreens(light);
        assertThat(light.ask("return document.title")).isEqualTo("multipool laboratory: shop");
    }

    @Test
    void theFirstScreenOfASustainableRate_hasItBeforeTheClosedLoop() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpRates.confirmed()), 1280, 900);

        assertThat(light.ask(FIRST_CARD))
                .asString()
                .containsSubsequence(
                        "calls/s", "sustainable rate", "8.0 ± 1.1 ms", "TP99 at it", "TPS, closed loop of 10 users")
                .contains("Independent callers can have 78 % of the closed loop's throughput", "3 kept, 0 discarded")
                .doesNotContain("provisional");
        assertThat(light.ask("return document.querySelector('.figure b').textContent.replace(/[^0-9]/g, '')"))
                .isEqualTo("1299");
        assertThat(light.ask(BODY)).asString().contains("arrival rate", "poisson arrivals of 1254–1442 calls/s");
        assertFirstScreens(light);
    }

    @Test
    void theFirstScreenOfARateThatIsNotConfirmed_saysSo() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpRates.provisional()), 1280, 900);

        assertThat(light.ask(FIRST_CARD))
                .asString()
                .contains("sustainable rate, provisional", "Not confirmed that", "one window counts, of at least 3");
    }

    @Test
    void theFirstScreenWithoutARate_saysWhy() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpRates.none(NoRate.OTHER_PROGRAM)), 1280, 900);

        assertThat(light.ask(FIRST_CARD))
                .asString()
                .contains("no sustainable rate", "Another program makes the load", "TPS, 10 users");
    }

    @Test
    void aDescribedService_hasNoRedisAndNoPool_andIsToldApartFromTheLaboratory() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.described()), 1280, 900);

        assertThat(light.ask(BODY))
                .asString()
                .doesNotContain("Redis", "in the pool", "users in", "undefined", "NaN")
                .contains("java -jar 'shop it.jar' --port {port}")
                .contains("JDK of the laboratory", "flags of the generator\u2019s JVM", "revision of the laboratory")
                .contains(
                        "closed loop of 8\u201332 users; on 8\u201332 connections; 3 s warm-up, then 2 s measured; deadline 10 s")
                .contains("Nothing is drawn, since no run of this point counts.");
        assertThat(light.ask(CHARTS))
                .as("charts of the search, and against users")
                .isEqualTo(3L);
        assertThat(light.ask(SVG_TEXTS)).asString().contains("threads / load").doesNotContain("1.5");
    }

    @Test
    void aDescribedServiceUnderWrk_hasNoDeadlineOfOurs_andAWayForEachKnob() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.describedUnderWrk()), 1280, 900);

        assertThat(light.ask(BODY))
                .asString()
                .doesNotContain("deadline", "back-off", "connections;")
                .contains("wrk -c{users} -d{seconds}s 'http://127.0.0.1:{port}/it'\\''s'", "load by wrk: closed loop")
                .contains(
                        "tomcat: SERVER_TOMCAT_THREADS_MAX=63 in the environment",
                        "x: -Dx=63 for the JVM",
                        "threads: --container-threads=63 at the end of the command",
                        "word: 63 in place of {word} in the command or its environment",
                        "file: 63 in place of {file} of the template /etc/app.conf.in, as the file /tmp/a:b/app.conf",
                        "hikari: attribute MaximumPoolSize = 63 of the MBean com.zaxxer.hikari:type=Pool (*)",
                        "jmx: operation resize(63) of the MBean app:type=Pool",
                        "http: PUT http://127.0.0.1:{port}/pool with the body {\"size\":63} (application/json)");
    }

    @Test
    void aServiceOfWhichNothingCouldBeMeasured_hasAPageThatSaysWhy() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.describedInVain()), 1280, 900);

        assertThat(light.ask("return document.getElementById('headline').textContent"))
                .isEqualTo("No answer");
        assertThat(light.ask(FIRST_CARD))
                .asString()
                .contains("The one setting that was tried could not be measured.", "let check look at the description")
                .contains("shop.Shop/Find", "gRPC, without TLS");
        assertThat(light.ask(BODY))
                .asString()
                .contains(
                        "Asked for: smallest sizes that carry 300 calls/s with TP99 < 10 ms",
                        "threads=25 was left out: the service ended on its own",
                        "each setting that was tried was left out")
                .contains("To repeat it", "search service.yaml")
                .doesNotContain("undefined", "NaN", "Redis");
        assertThat(light.ask(CHARTS)).isEqualTo(0L);
        assertFirstScreens(light);
    }

    /** On a desk, and when the window shrinks to a phone's. */
    private static void assertFirstScreens(Chromium browser) {
        assertFirstScreen(browser, 900);
        browser.showIn(390, 844);
        assertFirstScreen(browser, 844);
    }

    /** The first card is seen without scrolling, nothing is wider than the screen, and every sentence is short. */
    private static void assertFirstScreen(Chromium browser, int height) {
        assertThat(browser.errors()).isEmpty();
        assertThat(((Number) browser.ask(FIRST_CARD_ENDS)).intValue()).isBetween(1, height);
        assertThat(((Number) browser.ask(TOO_WIDE)).intValue()).isLessThanOrEqualTo(0);
        for (Object text : (List<?>) browser.ask(TEXTS)) {
            assertThat(SENTENCE_END.splitAsStream(String.valueOf(text)))
                    .allSatisfy(sentence -> assertThat(sentence.trim().split("\\s+"))
                            .as(sentence)
                            .hasSizeLessThanOrEqualTo(25));
        }
    }

    @Test
    void factsOfTheMachine_areRowsOfATable() throws IOException {
        Path page = page(MadeUpResults.search());
        Chromium light = browser(false);

        light.open(page, 390, 844);

        assertThat(light.errors()).isEmpty();
        assertThat(light.ask(
                        "return [...document.querySelectorAll('#machine tbody td')].map(c => c.textContent).join()"))
                .asString()
                .startsWith("Cores kept awake by,the kernel (it polls on idle ones),Why,this is a virtual machine,"
                        + "Meters of stalls have real-time priority,yes,Stalls are told from, ms,5,");
    }

    private static List<LabResult> kinds() {
        return List.of(
                MadeUpResults.sweep(),
                MadeUpResults.everything(),
                MadeUpResults.search(),
                MadeUpResults.provisionalSearch(),
                MadeUpResults.fruitlessSearch(),
                MadeUpResults.described(),
                MadeUpResults.describedUnderWrk(),
                MadeUpRates.confirmed());
    }

    private static String name(LabResult result) {
        return result.about().experiment() + "-" + result.answer().outcome().word() + "-"
                + result.toUse().size();
    }

    private Path page(LabResult result) throws IOException {
        return Files.writeString(
                directory.resolve(name(result) + ".html"), new HtmlReport(new ResultFile()).render(result));
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
    void everyText_whenItIsMarkup_isShownAndNotRun() throws IOException {
        Chromium light = browser(false);

        light.open(
                pageWith(Map.of(
                        "\"business\"", "\"" + MARKUP + "\"",
                        "\"fixed 8", "\"" + MARKUP,
                        "\"cached 200", "\"" + MARKUP + " 200",
                        "CPU, all threads", MARKUP)),
                1280,
                900);

        assertThat(light.ask(SHOW_EVERY_TIP)).asString().contains(MARKUP + "\n");
        assertThat(light.ask(IMAGES)).isEqualTo(0L);
        assertThat(light.errors()).isEmpty();
    }

    @Test
    void aLinkToAnythingButAFileBesideOrTheWeb_isOnlyItsText() throws IOException {
        assertThat(linksOf(
                        "javascript:window.ran=true",
                        "JavaScript:window.ran=true",
                        "data:text/html,<script>1</script>"))
                .isEqualTo("");
        assertThat(linksOf("file:///etc/passwd", "//elsewhere/share", "https://example.com/run 1.html"))
                .isEqualTo("https://example.com/run%201.html");
    }

    /** The links of a page that should go to these places; all their texts are there. */
    private Object linksOf(String cpu, String wall, String recording) throws IOException {
        Chromium light = browser(false);
        light.open(
                pageWith(Map.of("run-01-cpu.html", cpu, "run-01-wall-business.html", wall, "run-01.jfr", recording)),
                1280,
                900);

        assertThat(light.ask("return [...document.querySelectorAll('.links li')].map(each => each.textContent).join()"))
                .isEqualTo("CPU, all threads,wall clock, pool business,the recording itself (JFR)");
        return light.ask(
                "return [...document.querySelectorAll('.links a')].map(each => each.getAttribute('href')).join()");
    }

    @Test
    void aScriptThatIsNotThePages_isNotRun() throws IOException {
        Chromium light = browser(false);

        light.open(page(MadeUpResults.sweep()), 1280, 900);

        assertThat(light.ask(RUN_WHAT_WAS_PLANTED)).isEqualTo(false);
        assertThat(light.errors()).allSatisfy(error -> assertThat(error).contains("Content Security Policy"));
    }

    /** A page of a result that somebody changed: each text by another. */
    private Path pageWith(Map<String, String> changes) throws IOException {
        ResultFile resultFile = new ResultFile();
        String json = resultFile.toJson(MadeUpResults.everything());
        for (Map.Entry<String, String> change : changes.entrySet()) {
            assertThat(json).contains(change.getKey());
            json = json.replace(change.getKey(), change.getValue());
        }
        LabResult changed = resultFile.read(Files.writeString(directory.resolve("changed.json"), json));
        return Files.writeString(directory.resolve("changed.html"), new HtmlReport(resultFile).render(changed));
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
                        "Sizes of common and select",
                        "One run in detail",
                        "Time of the threads of each pool",
                        "Response-time percentiles",
                        "Flame graphs",
                        "To repeat it");
        assertThat(light.ask("return document.querySelectorAll('.heat td b').length"))
                .isEqualTo(4L);
        assertThat(light.ask("return document.querySelector('.links a').getAttribute('href')"))
                .isEqualTo("run-01-cpu.html");
        assertThat(light.ask(
                        "return [...document.querySelectorAll('.graph .node text')].map(e => e.textContent).join(' ')"))
                .isEqualTo("6 of 10 busy business connections 6 of 10 busy prices");
        assertThat(light.ask(
                        "return [...document.querySelectorAll('.graph .label')].map(e => e.textContent).join('; ')"))
                .isEqualTo("5 tasks, 2 ms; 1 lent, 0.3 ms");
    }
}
