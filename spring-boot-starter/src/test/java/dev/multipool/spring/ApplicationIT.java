package dev.multipool.spring;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** An application as users start it: web server, actuator, Prometheus registry and RPC server, over loopback. */
class ApplicationIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private ConfigurableApplicationContext application;
    private RpcServer server;
    private Users users;
    private RpcClient client;

    @BeforeEach
    void start() {
        application = SpringApplication.run(
                Application.class,
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--multipool.host=127.0.0.1",
                "--multipool.port=0",
                "--multipool.pools.business=fixed:threads=2,queue=10",
                "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.health.show-details=always",
                "--spring.main.banner-mode=off");
        server = application.getBean(RpcServer.class);
        users = application.getBean(Users.class);
        client = RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .build();
    }

    @AfterEach
    void stop() {
        users.released.countDown();
        client.close();
        application.close();
    }

    @Test
    void calls_areAnswered_andShownByEndpointAndPrometheus() throws Exception {
        assertThat(ask(1).get(30, TimeUnit.SECONDS).getUser().getName()).isEqualTo("Ada");

        assertThat(get("/actuator/multipool").body())
                .contains("\"state\":\"RUNNING\"", "\"spec\":\"fixed:threads=2,queue=10\"")
                .doesNotContain("NaN");
        assertThat(get("/actuator/multipool/business").body()).contains("\"completions\":1");
        assertThat(get("/actuator/prometheus").body())
                .contains(
                        "multipool_rpc_calls_total{code=\"OK\",method=\"multipool.user.v1.UserService/findUserInfo\"} 1.0")
                .contains("multipool_pool_utilization{pool=\"business\"}")
                .contains("multipool_pool_queue_time_seconds_bucket{pool=\"business\"")
                .contains("executor_pool_max_threads{name=\"business\"} 2.0");
    }

    @Test
    void health_tellsOfTheServer() throws Exception {
        assertThat(get("/actuator/health/multipool").body())
                .contains("\"status\":\"UP\"", "0 of 2 threads busy, 0 of 10 queued");
    }

    @Test
    void resize_changesThePoolAtOnce() throws Exception {
        HttpResponse<String> answer = post("/actuator/multipool/business", "{\"threads\": 7, \"queue\": 20}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(server.pool("business").config().spec()).isEqualTo("fixed:threads=7,queue=20");
    }

    @Test
    void resize_badInput_is400AndChangesNothing() throws Exception {
        assertThat(post("/actuator/multipool/business", "{\"threads\": 0}").statusCode())
                .isEqualTo(400);
        assertThat(post("/actuator/multipool/business", "{}").statusCode()).isEqualTo(400);
        assertThat(post("/actuator/multipool/business", "{\"max\": 4}").statusCode())
                .isEqualTo(400);
        assertThat(post("/actuator/multipool/other", "{\"threads\": 4}").statusCode())
                .isEqualTo(400);
        assertThat(server.pool("business").config().spec()).isEqualTo("fixed:threads=2,queue=10");
    }

    @Test
    void close_letsACallInFlightFinish_andTheActuatorTellsOfTheDrain() throws Exception {
        CompletableFuture<FindUserInfoResponse> call = ask(0);
        assertThat(users.entered.await(30, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(application::close);
        while (server.state() == RpcServer.State.RUNNING) {
            Thread.onSpinWait();
        }

        assertThat(get("/actuator/health/multipool").statusCode()).isEqualTo(503);
        users.released.countDown();
        assertThat(call.get(30, TimeUnit.SECONDS).getFound()).isTrue();
        closing.get(30, TimeUnit.SECONDS);
        assertThat(server.state()).isEqualTo(RpcServer.State.TERMINATED);
    }

    private CompletableFuture<FindUserInfoResponse> ask(long userId) {
        return client.call(
                FIND_USER_INFO,
                FindUserInfoRequest.newBuilder().setUserId(userId).build(),
                TIMEOUT);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port") + path);
    }

    /** The application. */
    @EnableAutoConfiguration
    @Import(Users.class)
    static class Application {}
}
