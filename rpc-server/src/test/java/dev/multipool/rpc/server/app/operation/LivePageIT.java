package dev.multipool.rpc.server.app.operation;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.server.app.ServiceOnRedis;
import dev.multipool.rpc.server.app.UserService;
import dev.multipool.rpc.server.browser.Chromium;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The live page in a real browser, of the whole service under load. */
@ExtendWith(LeakCheck.class)
@Tag("once")
class LivePageIT {
    private static final String TOKEN = "a-token-of-good-length";
    private static final Path PICTURES = Path.of("target", "pictures");

    private static final String CARD = "document.querySelector('[data-pool=business]')";
    private static final String ANSWERS = "return document.querySelector('#server .tile:nth-child(2) b')?.textContent";
    private static final String LINES = "return [..." + CARD + "?.querySelectorAll('.plot path') ?? []]"
            + ".map(path => path.getAttribute('d')).join('|')";
    private static final String FIELD = CARD + ".querySelector('input[name=threads]')";
    private static final String RESULT = "return " + CARD + ".querySelector('.result').textContent";
    private static final String TOO_WIDE = "return document.documentElement.scrollWidth - window.innerWidth";
    private static final String CLIPPED = "return [...document.querySelectorAll('.pool, .tile, figure')]"
            + ".filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent).join('; ')";
    private static final String WITHOUT_UNIT = "return [...document.querySelectorAll('figcaption span')]"
            + ".filter(scale => !/0 to .+ (threads|tasks|ms|tasks\\/s), \\d+ (s|min)$/.test(scale.textContent))"
            + ".map(scale => scale.textContent).join('; ')";

    @RegisterExtension
    static final ServiceOnRedis services = new ServiceOnRedis();

    @TempDir
    private Path directory;

    private static Chromium browser;

    @BeforeAll
    static void openBrowser() throws IOException {
        Files.createDirectories(PICTURES);
        browser = Chromium.start(false);
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    /** What an earlier page complained about when its service had ended is not the next one's. */
    @BeforeEach
    void leaveTheLastPage() {
        browser.open(URI.create("about:blank"), 1280, 900);
        browser.errors();
        browser.requests();
    }

    @Test
    void page_movesUnderLoad_andItsControlResizesThePool() throws Exception {
        try (UserService service = start(Map.of("MULTIPOOL_ADMIN_TOKEN", TOKEN));
                SteadyLoad load = SteadyLoad.on(service)) {
            browser.open(page(service), 1280, 900);
            eventually("answers are told", () -> !List.of("null", "0").contains(text(ANSWERS)));
            eventually("the charts are drawn", () -> text(LINES).contains("L"));
            String before = text(LINES);
            eventually("the charts move", () -> !text(LINES).equals(before));
            assertThat(browser.errors()).isEmpty();

            // with the keyboard alone: the number, then Enter; first without a token, then with a wrong one, then with
            // the right one
            browser.ask(FIELD + ".focus()");
            browser.ask(FIELD + ".select()");
            browser.type("3", Keys.ENTER);
            assertThat(text(RESULT)).isEqualTo("type the admin token first");
            assertThat(browser.ask("return document.activeElement.id")).isEqualTo("token");
            browser.type("not-the-token");
            browser.ask(FIELD + ".focus()");
            browser.type(Keys.ENTER);
            eventually("the page says why not", () -> text(RESULT).contains("no or a wrong token"));
            assertThat(service.server().pool("business").config().maxThreads()).isEqualTo(16);
            // which the browser notes, too
            assertThat(browser.errors()).allMatch(error -> error.contains("401"));
            browser.ask("document.getElementById('token').select()");
            browser.type(TOKEN);
            browser.ask(FIELD + ".focus()");
            browser.type(Keys.ENTER);

            eventually(
                    "the pool has three threads",
                    () -> service.server().pool("business").config().maxThreads() == 3);
            eventually("the page says so", () -> text(RESULT)
                    .equals("fixed:threads=16,queue=1000 → fixed:threads=3,queue=1000"));
            eventually("the stream says so", () -> text("return " + CARD + ".querySelector('code').textContent")
                    .equals("fixed:threads=3,queue=1000"));
            assertThat(load.failures()).as("calls that failed meanwhile").isZero();
            assertThat(browser.errors()).isEmpty();
            String port = page(service).resolve("/").toString();
            assertThat(browser.requests())
                    .as("requests")
                    .anySatisfy(url -> assertThat(url).isEqualTo(port + "live/events"))
                    .allSatisfy(url -> assertThat(url).matches("data:,|" + port + ".*"));
        }
    }

    @Test
    void page_whereChangesAreNotAllowed_hasNoControl_andTellsWhenTheServerGoes() throws Exception {
        try (UserService service = start(Map.of("MULTIPOOL_ADMIN_ALLOW_CHANGES", "false"))) {
            browser.open(page(service), 1280, 900);
            eventually("the pool is shown", () -> text(LINES).contains("L"));

            assertThat(browser.ask("return document.querySelectorAll('form').length"))
                    .isEqualTo(0L);
            assertThat(browser.ask("return document.getElementById('token-field').hidden"))
                    .isEqualTo(true);
        }

        eventually("the page says that nobody is there", () -> text("return document.getElementById('link').className")
                .equals("lost"));
    }

    @Test
    void page_fitsEachWindow_andEveryScaleHasItsUnit() throws Exception {
        try (UserService service = start(Map.of());
                SteadyLoad load = SteadyLoad.on(service)) {
            browser.open(page(service), 1280, 900);
            awaitDrawn();

            assertFits("live-1280-light");
            browser.showAtNight(true);
            assertFits("live-1280-dark");
            browser.showIn(390, 844);
            assertFits("live-390-dark");
            browser.showAtNight(false);
            assertFits("live-390-light");
            assertThat(load.answers()).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 1280, 900", "true, 1280, 900", "false, 390, 844", "true, 390, 844"})
    @Tag("full")
    void page_openedInAWindow_fitsIt(boolean night, int width, int height) throws Exception {
        try (UserService service = start(Map.of());
                SteadyLoad load = SteadyLoad.on(service)) {
            browser.showAtNight(night);
            browser.open(page(service), width, height);
            awaitDrawn();

            assertFits("live-" + width + (night ? "-dark" : "-light"));
            assertThat(load.answers()).isPositive();
        } finally {
            browser.showAtNight(false);
        }
    }

    private static void awaitDrawn() {
        eventually("advice is given", () -> text("return " + CARD + "?.querySelector('.advice')?.textContent")
                .startsWith("Advice:"));
        eventually("some seconds are drawn", () -> text(LINES).split("L", -1).length > 20);
    }

    private static void assertFits(String picture) throws IOException {
        // for people: what is ugly no assertion finds
        browser.screenshot(PICTURES.resolve(picture + ".png"));
        assertThat(((Number) browser.ask(TOO_WIDE)).intValue())
                .as("pixels that the page is too wide")
                .isLessThanOrEqualTo(0);
        assertThat(browser.ask(CLIPPED)).as("what does not fit").isEqualTo("");
        assertThat(browser.ask(WITHOUT_UNIT)).as("scales without a unit").isEqualTo("");
        assertThat(browser.errors()).isEmpty();
    }

    private UserService start(Map<String, String> environment) throws IOException {
        return services.startWithAdmin(directory, Map.of(), environment);
    }

    private static URI page(UserService service) {
        return URI.create(
                "http://127.0.0.1:" + service.adminAddress().orElseThrow().getPort() + "/live");
    }

    private static String text(String script) {
        return String.valueOf(browser.ask(script));
    }
}
