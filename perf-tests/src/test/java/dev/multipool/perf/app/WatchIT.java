package dev.multipool.perf.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.rpc.server.browser.Chromium;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The live page of a JVM that runs already, and knows nothing of us. */
@Tag("once")
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchIT {
    private static final String TOKEN = "a-token-of-good-length";
    private static final Path PICTURES = Path.of("target", "pictures");
    private static final String CARD = "document.querySelector('[data-pool=orders]')";
    private static final String LINES = "return [..." + CARD
            + "?.querySelectorAll('.plot path') ?? []].map(path => path.getAttribute('d')).join('|')";
    private static final String TOO_WIDE = "return document.documentElement.scrollWidth - window.innerWidth";
    private static final String CLIPPED = "return [...document.querySelectorAll('.pool, .tile, figure')]"
            + ".filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent).join('; ')";

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();
    private final Process stranger;
    private final URI page;

    WatchIT() throws IOException {
        stranger = start(Stranger.Work.WAITS);
        page = page(watch(stranger));
    }

    private Process start(Stranger.Work work) throws IOException {
        Process process = Stranger.start(work);
        started.add(process);
        return process;
    }

    private Process watch(Process watched) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "watch",
                "--pid",
                Long.toString(watched.pid()));
        builder.environment().put(AdviseCommand.TOKEN, TOKEN);
        Process command = builder.redirectErrorStream(true).start();
        started.add(command);
        return command;
    }

    private static URI page(Process command) throws IOException {
        BufferedReader console = command.inputReader(StandardCharsets.UTF_8);
        String line = Objects.requireNonNull(console.readLine(), "a line");
        assertThat(line).contains("http://");
        return URI.create(line.substring(line.indexOf("http://")));
    }

    @BeforeAll
    void makeFolder() throws IOException {
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void page_showsThePoolsOfAStranger_inEachWindow() throws Exception {
        try (Chromium browser = Chromium.start(false)) {
            browser.open(page, 1280, 900);
            eventually("the charts are drawn", () -> text(browser, LINES).split("L", -1).length > 12);
            eventually(
                    "advice is given", () -> text(browser, "return " + CARD + ".querySelector('.advice').textContent")
                            .startsWith("Advice:"));

            assertFits(browser, "watch-1280");
            browser.showIn(390, 844);
            assertFits(browser, "watch-390");
            assertThat(text(browser, "return document.querySelector('#server').textContent"))
                    .contains(Long.toString(stranger.pid()));
        }
    }

    @Test
    void sizes_changeWithTheTokenOnly_andStrangersAreTurnedAway() throws Exception {
        assertThat(put("/pools/orders?threads=3", null)).isEqualTo(401);
        assertThat(put("/pools/orders?threads=3", "not-the-token-at-all")).isEqualTo(401);
        assertThat(threads()).isEqualTo(Stranger.THREADS);

        assertThat(put("/pools/orders?threads=3", TOKEN)).isEqualTo(200);
        assertThat(threads()).isEqualTo(3);
        assertThat(put("/pools/orders?threads=0", TOKEN)).isEqualTo(400);
        assertThat(put("/pools/none?threads=3", TOKEN)).isEqualTo(404);

        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(page.resolve("/pools"))
                        .header("Sec-Fetch-Site", "cross-site")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(403);
    }

    @Test
    void slow_tellsWhichTasksTakeLong_andWhereTheyAre() throws Exception {
        assertThat(get(page, "/slow")).contains("\"slowFromMillis\": 100.0").contains("\"latest\": [");
        URI slow = page(watch(start(Stranger.Work.WAITS_LONG)));

        eventually("a task that runs", () -> get(slow, "/slow").matches(running(Stranger.POOL, Stranger.class)));
        eventually("one that has ended, and was seen", () -> get(slow, "/slow")
                .matches("(?s).*\"outcome\": \"COMPLETED\"[^}]*Stranger.java.*"));
    }

    /** JSON with such a task. */
    private static String running(String pool, Class<?> where) {
        return "(?s).*\"pool\": \"" + pool + "\"[^}]*\"outcome\": null[^}]*" + where.getSimpleName() + ".java.*";
    }

    private String get(URI of, String path) {
        try {
            return http.send(HttpRequest.newBuilder(of.resolve(path)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void command_endsWithTheProcessThatItWatches() throws Exception {
        Process watched = start(Stranger.Work.WAITS);
        Process command = watch(watched);
        page(command);

        watched.destroyForcibly();

        assertThat(command.waitFor()).isZero();
    }

    private int put(String path, @Nullable String token) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(page.resolve(path)).PUT(HttpRequest.BodyPublishers.noBody());
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private int threads() throws InterruptedException {
        try (ServerLedgers ledgers = ServerLedgers.attach(stranger.pid())) {
            return Objects.requireNonNull(ledgers.snapshot().pools().get(Stranger.POOL), "the pool")
                    .config()
                    .maxThreads();
        }
    }

    private static void assertFits(Chromium browser, String picture) throws IOException {
        // for people: what is ugly no assertion finds
        browser.screenshot(PICTURES.resolve(picture + ".png"));
        assertThat(((Number) browser.ask(TOO_WIDE)).intValue()).isLessThanOrEqualTo(0);
        assertThat(browser.ask(CLIPPED)).isEqualTo("");
        assertThat(browser.errors()).isEqualTo(List.of());
    }

    private static String text(Chromium browser, String script) {
        return String.valueOf(browser.ask(script));
    }
}
