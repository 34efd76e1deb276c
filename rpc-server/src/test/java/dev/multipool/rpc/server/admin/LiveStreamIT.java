package dev.multipool.rpc.server.admin;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.LiveReport;
import dev.multipool.rpc.server.watch.PoolReport;
import dev.multipool.rpc.server.watch.ServerHead;
import dev.multipool.rpc.server.watch.ServerReport;
import dev.multipool.rpc.server.watch.ThreadDump;
import dev.multipool.rpc.server.watch.WatchedServer;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The live page's parts and its stream over real HTTP. */
@ExtendWith(LeakCheck.class)
class LiveStreamIT {
    private static final String TOKEN = "a-token-of-good-length";

    /** Together far more than the kernel takes for a peer that does not read. */
    private static final int EVENTS = 300;

    private static final int NAME = 200_000;

    private final List<StreamReader> readers = new ArrayList<>();
    private WatchedServer watched;
    private AdminServer admin;
    private AdminClient client;

    @BeforeEach
    void begin() throws IOException {
        watched = new WatchedServer("fixed:threads=2,queue=4");
        admin = AdminServer.builder(
                        watched.server(),
                        new ServerReport(
                                watched.server(), new ThreadDump(ThreadClassifier.standard()), NanoClock.system()))
                .settings(new AdminSettings("127.0.0.1", 0, TOKEN, true, false))
                .objective(AdmissionObjective.TP99_BELOW_10_MS)
                .build();
        admin.start();
        client = new AdminClient(admin.address());
    }

    @AfterEach
    void end() throws IOException {
        for (StreamReader reader : readers) {
            reader.close();
        }
        admin.close();
        watched.close();
    }

    @Test
    void events_tellTheSettings_thenEverySecondWhatThePoolsDo() throws Exception {
        StreamReader reader = open();
        assertThat(reader.head())
                .startsWith("HTTP/1.1 200 OK")
                .contains(
                        "content-type: text/event-stream; charset=utf-8",
                        "cache-control: no-store",
                        "X-Content-Type-Options: nosniff");
        assertThat(reader.event())
                .containsExactly(
                        "retry: 2000",
                        "event: settings",
                        "data: {\"changes\": true,\"token\": true,\"advice\": false,\"percentile\": 99.0,"
                                + "\"objectiveMillis\": 10.0}");
        // two run and wait for each other's end, four are queued, one is turned away
        watched.send(7);
        eventually(
                "a call was turned away", () -> !watched.server().rejections().isEmpty());

        List<String> second = reader.event();
        while (!second.isEmpty()
                && !(second.get(1).contains("\"callsInFlight\": 6")
                        && second.get(1).contains("\"rejected\": 1"))) {
            second = reader.event();
        }

        assertThat(second).hasSize(2).first().isEqualTo("event: second");
        assertThat(second.get(1))
                .contains("\"state\": \"RUNNING\"", "\"callsInFlight\": 6", "\"connections\": 1")
                .contains("\"name\": \"business\"", "\"spec\": \"fixed:threads=2,queue=4\"", "\"active\": 2")
                .contains("\"queueDepth\": 4", "\"rejected\": 1")
                .contains("\"method\": \"multipool.user.v1.UserService/findUserInfo\"");
    }

    @Test
    void events_areForFewAtATime_andOneThatGoesMakesRoom() throws Exception {
        for (int i = 0; i < LiveStreams.MOST; i++) {
            assertThat(open().head()).startsWith("HTTP/1.1 200 OK");
        }

        HttpResponse<String> refused = client.get("/live/events");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("8 live streams are open (expected: at most 8)");
        assertThat(client.get("/health/live").statusCode()).isEqualTo(200);

        readers.get(0).close();
        eventually("there is room for another", () -> {
            try {
                return open().head().contains("HTTP/1.1 200 OK");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void events_ofOneThatDoesNotRead_endWhileOthersGoOn() throws Exception {
        // a method with a long name and no second between two events, or it would take long to fill the kernel's
        // buffers
        RpcMethod<UserInfo, UserInfo> talkative = new RpcMethod<>(
                "test.v1.Talkative", "Talkative", "o".repeat(NAME), UserInfo.parser(), UserInfo.parser());
        try (RpcServer crowd = RpcServer.builder()
                .direct(talkative, (request, call) -> request)
                .build()) {
            AdminRoutes routes = new AdminRoutes();
            LiveReport report = new LiveReport(
                    new PoolReport(crowd::pools, NanoClock.system()), new ServerHead(crowd), null, NanoClock.system());
            routes.addStream("/live/events", "quick", new LiveStreams(report, Map.of(), Duration.ofMillis(1)));
            try (AdminServer quick = new AdminServer(AdminSettings.onLoopback(0), routes, new ProfilePage())) {
                quick.start();
                try (StreamReader slow = StreamReader.open(quick.address());
                        StreamReader keen = StreamReader.openKeen(quick.address())) {
                    keen.head();
                    for (int i = 0; i < EVENTS; i++) {
                        assertThat(keen.event())
                                .as("event %d of the one that reads", i)
                                .isNotEmpty();
                    }

                    // the end is there, behind what the kernel had taken
                    assertThat(slow.eventsToTheEnd()).isLessThan(EVENTS);
                    assertThat(keen.event()).isNotEmpty();
                }
            }
        }
    }

    @Test
    void events_endWithThePort() throws Exception {
        StreamReader reader = open();
        reader.head();
        reader.event();

        admin.close();

        reader.eventsToTheEnd();
        eventually("its threads end", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("admin-io")));
    }

    @Test
    void events_onAConnectionThatAsksAgain_end() throws Exception {
        StreamReader reader = open();
        reader.head();
        reader.event();

        reader.send("GET /pools HTTP/1.1\r\nHost: localhost\r\n\r\n");

        // the end comes; how many were under way is up to the machine
        assertThat(reader.eventsToTheEnd()).isLessThan(20);
    }

    @Test
    void events_areNotForOtherSites_norForUnknownWishes() throws Exception {
        assertThat(open("Sec-Fetch-Site: cross-site").head()).startsWith("HTTP/1.1 403 Forbidden");
        assertThat(client.get("/live/events?every=1").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "/live, text/html; charset=utf-8, <!DOCTYPE html>",
        "/live/live.css, text/css; charset=utf-8, /*",
        "/live/live.js, text/javascript; charset=utf-8, '''use strict'''",
        "/live/chart.js, text/javascript; charset=utf-8, '''use strict'''",
        "/live/live.svg, image/svg+xml, <svg",
    })
    void aPart_needsNoToken_andMayLoadNothingFromElsewhere(String path, String type, String beginning)
            throws Exception {
        HttpResponse<String> part = client.get(path);

        assertThat(part.statusCode()).isEqualTo(200);
        assertThat(part.headers().firstValue("content-type")).hasValue(type);
        assertThat(part.headers().firstValue("content-security-policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
                .doesNotContain("unsafe", "http", "*");
        assertThat(part.body()).startsWith(beginning).doesNotContain("http://127", "https://");
    }

    @Test
    void aPart_thatThereIsNot_isNotFound() throws Exception {
        assertThat(client.get("/live/passwd").statusCode()).isEqualTo(404);
        assertThat(client.get("/live/live.html").statusCode()).isEqualTo(404);
        assertThat(client.get("/live?x=1").statusCode()).isEqualTo(400);
    }

    private StreamReader open(String... headers) throws IOException {
        StreamReader reader = StreamReader.open(admin.address(), headers);
        readers.add(reader);
        return reader;
    }
}
