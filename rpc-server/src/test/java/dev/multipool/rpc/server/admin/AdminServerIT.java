package dev.multipool.rpc.server.admin;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.ServerReport;
import dev.multipool.rpc.server.watch.ThreadDump;
import dev.multipool.rpc.server.watch.WatchedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

@ExtendWith(LeakCheck.class)
class AdminServerIT {
    private static final String TOKEN = "a-token-of-good-length";
    private static final String[] WITH_TOKEN = {"Authorization", "Bearer " + TOKEN};
    private static final AdminSettings OPEN = new AdminSettings("127.0.0.1", 0, null, true, true);

    private WatchedServer watched;
    private AdminServer admin;
    private AdminClient client;

    @BeforeEach
    void begin() throws IOException {
        watched = new WatchedServer("fixed:threads=2,queue=4");
        start(builder().settings(OPEN));
    }

    @AfterEach
    void end() {
        admin.close();
        watched.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/                       | /health/live",
                "/health/live            | live",
                "/health/ready           | ready",
                "/server                 | multipool.user.v1.UserService/findUserInfo",
                "/pools                  | fixed:threads=2,queue=4",
                "/pools/business         | serviceTimeMillis",
                "/connections            | unsentBytes",
                "/threads                | admin-io-",
                "/threads?pool=business  | activities",
                "/slow                   | slowCallsSinceStart",
            })
    void get_isAnsweredAsJson_andAsHtmlForABrowser(String path, String text) throws Exception {
        watched.send(1);
        eventually("a call is there", () -> watched.server().callsInFlight() == 1);

        HttpResponse<String> json = client.get(path, "Accept", "application/json");
        HttpResponse<String> html = client.get(path, "Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");

        assertThat(json.statusCode()).isEqualTo(200);
        assertThat(json.headers().firstValue("content-type")).hasValue("application/json; charset=utf-8");
        assertThat(json.body()).contains(text).matches("(?s)[\\[{].*[]}]\n");
        assertThat(html.statusCode()).isEqualTo(200);
        assertThat(html.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
        assertThat(html.body()).startsWith("<!DOCTYPE html>").contains(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET    | /nothing                   | 404 | no page /nothing (expected: one of [/, ",
                "POST   | /pools                     | 405 | POST /pools (expected: GET)",
                "DELETE | /pools/business            | 405 | DELETE /pools/business (expected: GET or PUT)",
                "GET    | /pools/none                | 404 | no pool none (expected: one of [business])",
                "GET    | /pools?pol=x               | 400 | unknown parameter pol (expected: none)",
                "GET    | /threads?pol=x             | 400 | unknown parameter pol (expected: of [pool])",
                "PUT    | /pools/none?threads=1      | 404 | no pool none",
                "PUT    | /pools/business            | 400 | nothing to change (expected: threads or queue",
                "PUT    | /pools/business?threads=0  | 400 | threads: \\\"0\\\" (expected: 1 to 1048576)",
                "PUT    | /pools/business?threads=x  | 400 | threads: \\\"x\\\" (expected: 1 to",
                "PUT    | /pools/business?max=3      | 400 | unknown parameter max (expected: of [threads, queue])",
                "GET    | /profile?event=magic       | 400 | event: \\\"magic\\\" (expected: one of [cpu, wall, alloc, lock])",
                "GET    | /profile?seconds=121       | 400 | seconds: \\\"121\\\" (expected: 1 to 120)",
                "GET    | /profile?format=svg        | 400 | format: \\\"svg\\\" (expected: one of [html, jfr])",
            })
    void request_thatDoesNotFit_isAnsweredWithWhatWasExpected(String method, String path, int status, String text)
            throws Exception {
        HttpResponse<String> answer = client.send(method, path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(text);
    }

    @Test
    void put_resizesAPool_andLogsOldAndNew() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(PoolPages.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);

        HttpResponse<String> answer = client.send("PUT", "/pools/business?threads=3");

        logger.setLevel(null);
        logger.detachAppender(lines);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"maxThreads\": 3", "\"queueCapacity\": 4");
        assertThat(watched.server().pool("business").config())
                .isEqualTo(PoolConfig.parse("business", "fixed:threads=3,queue=4"));
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("pool business resized: fixed:threads=2,queue=4 -> fixed:threads=3,queue=4");
    }

    @Test
    void put_whereChangesAreNotAllowed_isNoPage() throws Exception {
        restart(builder().settings(new AdminSettings("127.0.0.1", 0, null, false, false)));

        assertThat(client.send("PUT", "/pools/business?threads=3").statusCode()).isEqualTo(405);
        assertThat(client.get("/profile").statusCode()).isEqualTo(404);
        assertThat(watched.server().pool("business").config().maxThreads()).isEqualTo(2);
    }

    @Test
    void guardedPages_withAToken_wantItAndNothingElseDoes() throws Exception {
        restart(builder().settings(new AdminSettings("127.0.0.1", 0, TOKEN, true, true)));

        for (String[] headers : new String[][] {
            {}, {"Authorization", "Bearer " + TOKEN + "x"}, {"Authorization", "Bearer"}, {"Authorization", TOKEN}
        }) {
            HttpResponse<String> refused = client.send("PUT", "/pools/business?threads=3", headers);
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("www-authenticate")).hasValue("Bearer");
            assertThat(refused.body()).doesNotContain(TOKEN);
            assertThat(client.get("/profile?seconds=1", headers).statusCode()).isEqualTo(401);
        }
        assertThat(watched.server().pool("business").config().maxThreads()).isEqualTo(2);

        assertThat(client.get("/pools").statusCode()).isEqualTo(200);
        assertThat(client.send("PUT", "/pools/business?threads=3", WITH_TOKEN).statusCode())
                .isEqualTo(200);
    }

    @Test
    void offLoopback_anyHostNameIsServed_andTheTokenIsWanted() throws Exception {
        restart(builder().settings(new AdminSettings("0.0.0.0", 0, TOKEN, true, false)));

        assertThat(raw("GET /health/live HTTP/1.1\r\nHost: server.example:9000\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(client.send("PUT", "/pools/business?threads=3").statusCode()).isEqualTo(401);
    }

    @Test
    void onLoopback_strangersInTheBrowserAreRefused() throws Exception {
        assertThat(raw("GET /pools HTTP/1.1\r\nHost: evil.example\r\n\r\n")).startsWith("HTTP/1.1 403 ");
        assertThat(raw("GET /pools HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 403 ");
        assertThat(
                        raw(
                                "PUT /pools/business?threads=9 HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n"))
                .startsWith("HTTP/1.1 403 ");
        // a page of another port of this machine
        assertThat(raw("GET /profile?seconds=1 HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-site\r\n\r\n"))
                .startsWith("HTTP/1.1 403 ");
        assertThat(raw("GET /pools HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(raw("GET /pools HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(raw("GET /pools HTTP/1.1\r\nHost: localhost:9\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        assertThat(raw("GET /pools HTTP/1.1\r\nHost: [::1]:9\r\n\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void request_thatIsNoHttpOrTooLarge_isRefusedAndThePortGoesOn() throws Exception {
        assertThat(raw("PRPC garbage\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /pools HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(10_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(
                        raw(
                                "PUT /pools/business HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ");
        assertThat(raw("GET /pools?%zz HTTP/1.1\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(client.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void ready_isOffWhileDraining_andLiveStaysOn() throws Exception {
        watched.send(1);
        eventually("the call runs", () -> watched.server().callsInFlight() == 1);
        CompletableFuture<Boolean> stopping =
                CompletableFuture.supplyAsync(() -> watched.server().stop(Duration.ofSeconds(20)));
        eventually("the server drains", () -> watched.server().state() == RpcServer.State.STOPPING);

        HttpResponse<String> ready = client.get("/health/ready");

        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"server\": \"STOPPING\"");
        assertThat(client.get("/health/live").statusCode()).isEqualTo(200);
        watched.finish();
        assertThat(stopping.get()).isTrue();
        assertThat(client.get("/health/ready").body()).contains("TERMINATED");
    }

    @Test
    void slow_andThreads_tellWhereACallIs() throws Exception {
        watched.send(1);
        eventually("a thread waits", () -> threads().contains("\"join\": 1"));
        watched.finish();
        eventually("the call is written", () -> slow().matches("(?s).*\"writtenMillis\": [\\d.]+.*"));

        assertThat(slow())
                .contains("\"method\": \"multipool.user.v1.UserService/findUserInfo\"", "\"code\": \"OK\"")
                .containsPattern("\"dequeuedMillis\": [\\d.]+")
                .contains("\"ioWaitMillis\": 0.0", "\"joinWaitMillis\": 0.0")
                .contains("\"caller\": \"/127.0.0.1:");
        assertThat(client.get("/server").body()).contains("\"OK\": 1");
        assertThat(client.get("/connections").body()).contains("\"calls\": 1");
    }

    /** The two other events are profiled below. */
    @ParameterizedTest
    @CsvSource({"alloc", "lock"})
    void profile_ofAnEvent_isAFlameGraph(String event) throws Exception {
        HttpResponse<String> flames = client.get("/profile?event=" + event + "&seconds=1");

        assertThat(flames.statusCode()).as(flames.body()).isEqualTo(200);
        assertThat(flames.body()).startsWith("<!DOCTYPE html>").contains("canvas");
    }

    @Test
    void profile_takesOneAtATime() throws Exception {
        Optional<HttpResponse<String>> oneOfTwo = oneOfTwo("event=cpu&seconds=1");
        for (int i = 0; oneOfTwo.isEmpty() && i < 20; i++) {
            // on a machine that stood still the first one had ended
            oneOfTwo = oneOfTwo("event=cpu&seconds=1");
        }

        HttpResponse<String> flames = oneOfTwo.orElseThrow();
        assertThat(flames.statusCode()).isEqualTo(200);
        assertThat(flames.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
        assertThat(flames.body()).startsWith("<!DOCTYPE html>").contains("canvas");
        HttpResponse<String> recording = profile("event=wall&seconds=1&format=jfr");
        assertThat(recording.statusCode()).isEqualTo(200);
        assertThat(recording.body()).startsWith("FLR");
    }

    /** Asks twice; what the first is answered, when the second is refused. */
    private Optional<HttpResponse<String>> oneOfTwo(String query) throws Exception {
        CompletableFuture<HttpResponse<String>> first = client.getAsync("/profile?" + query);
        eventually(
                "the first profile has begun or ended",
                () -> first.isDone() || body("/threads?pool=admin").contains("ProfilePage.profile("));
        int second = profile(query).statusCode();
        HttpResponse<String> answer = first.get();
        return second == 409 ? Optional.of(answer) : Optional.empty();
    }

    @Test
    void page_thatFails_isAnsweredWith500AndNothingOfWhy() throws Exception {
        restart(builder().page("/broken", "fails", request -> {
            throw new IllegalStateException("secret");
        }));

        HttpResponse<String> answer = client.get("/broken");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains("/broken failed (IllegalStateException)")
                .doesNotContain("secret");
    }

    @Test
    void pages_thatHang_holdUpNoMoreThanTheirOwnPool() throws Exception {
        CountDownLatch hang = new CountDownLatch(1);
        restart(builder().page("/hang", "hangs", request -> {
            hang.await();
            return AdminAnswer.tree("done");
        }));
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 4 + 16 + 10; i++) {
            answers.add(client.getAsync("/hang"));
        }
        eventually("what is too much is refused", () -> ended(answers) == 10);
        hang.countDown();
        eventually("the rest is answered", () -> ended(answers) == answers.size());

        assertThat(answers.stream().map(answer -> answer.join().statusCode()))
                .containsOnly(200, 503)
                .filteredOn(status -> status == 503)
                .hasSize(10);
        assertThat(client.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void health_isAnswered_whileSilentConnectionsTakeAllPlaces() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 80; i++) {
                silent.add(new Socket(
                        InetAddress.getLoopbackAddress(), admin.address().getPort()));
            }

            for (int i = 0; i < 20; i++) {
                assertThat(client.get("/health/live").statusCode()).isEqualTo(200);
                assertThat(client.get("/health/ready").statusCode()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void health_isAnswered_whilePagesThatNobodyReadsTakeAllTheirPlaces() throws Exception {
        byte[] large = new byte[16 << 20];
        restart(builder()
                .page(
                        "/large",
                        "does not fit into a socket's buffers",
                        request -> AdminAnswer.bytes("text/plain", large)));
        List<Socket> readers = new ArrayList<>();
        try {
            eventually("no page is served any more", () -> {
                readers.add(ask("/large"));
                return status("/pools") == 503;
            });

            assertThat(readers).hasSizeGreaterThanOrEqualTo(56);
            for (int i = 0; i < 20; i++) {
                assertThat(status("/health/live")).isEqualTo(200);
                assertThat(status("/health/ready")).isEqualTo(200);
            }
        } finally {
            for (Socket socket : readers) {
                socket.close();
            }
        }
        eventually("pages are served again", () -> status("/pools") == 200);
    }

    /** Sends a request and reads nothing. */
    private Socket ask(String path) {
        try {
            Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), admin.address().getPort());
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int status(String path) {
        try {
            return client.get(path).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static long ended(List<? extends CompletableFuture<?>> answers) {
        return answers.stream().filter(CompletableFuture::isDone).count();
    }

    @Test
    void start_onAPortInUse_saysWhichAndLeavesNothing() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            AdminServer second =
                    builder().settings(AdminSettings.onLoopback(port)).build();

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(second::start)
                    .withMessageStartingWith("admin: cannot listen on 127.0.0.1:" + port)
                    .withMessageContaining("in use");
        }
        admin.close();
        eventually("its threads end", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("admin-io")));
    }

    private void restart(AdminServer.Builder other) throws IOException {
        admin.close();
        start(other);
    }

    private void start(AdminServer.Builder described) throws IOException {
        admin = described.build();
        admin.start();
        client = new AdminClient(admin.address());
    }

    private AdminServer.Builder builder() {
        ServerReport report =
                new ServerReport(watched.server(), new ThreadDump(ThreadClassifier.standard()), NanoClock.system());
        return AdminServer.builder(watched.server(), report);
    }

    private String threads() {
        return body("/threads?pool=business");
    }

    private String slow() {
        return body("/slow");
    }

    private String body(String path) {
        try {
            return client.get(path).body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpResponse<String> profile(String query) {
        try {
            return client.get("/profile?" + query);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What no well-behaved client would send; the answer until the connection is closed. */
    private String raw(String request) {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), admin.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
