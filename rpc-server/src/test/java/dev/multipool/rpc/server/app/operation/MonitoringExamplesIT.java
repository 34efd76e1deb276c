package dev.multipool.rpc.server.app.operation;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.server.app.ServiceOnRedis;
import dev.multipool.rpc.server.app.UserService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** docs/examples/monitoring against a real Prometheus that scrapes the service: no query of them asks in vain. */
@ExtendWith(LeakCheck.class)
@Tag("once")
class MonitoringExamplesIT {
    /** One value at least, and one that is a number. */
    private static final Pattern DATA = Pattern.compile("\"status\":\"success\".*\"value\":\\[[\\d.]+,\"(?!NaN)");

    @RegisterExtension
    static final ServiceOnRedis services = new ServiceOnRedis();

    @TempDir
    private Path directory;

    /** One Prometheus for all: it takes 5 s until it looks at its targets. */
    @Test
    void prometheus_findsNoAlertWhileAllIsWell_andAnswersEveryQueryOfTheExamplesUnderLoad() throws Exception {
        List<String> queries = new ArrayList<>(MonitoringExamples.dashboardQueries());
        queries.addAll(MonitoringExamples.alertQueries());
        assertThat(queries).hasSizeGreaterThan(30);
        Path prometheusBinary = PrometheusProcess.required();
        try (UserService service = start();
                PrometheusProcess prometheus = PrometheusProcess.start(
                        prometheusBinary,
                        directory,
                        service.adminAddress().orElseThrow().getPort())) {
            eventually("Prometheus has scraped", () -> hasData(prometheus, "up == 1"));
            for (String query : List.of("up{job=\"multipool\"} == 0", "multipool_pool_utilization > 0.9")) {
                assertThat(MonitoringExamples.alertExpressions()).contains(query);
                assertThat(prometheus.query(query)).contains("\"result\":[]");
            }

            try (SteadyLoad load = SteadyLoad.on(service)) {
                eventually(
                        "two scrapes saw calls",
                        () -> hasData(
                                prometheus,
                                "rate(multipool_rpc_calls_total{code=\"OK\",method!=\"unknown\"}[10s]) > 0"));
                // pauses are told once there was one
                System.gc();

                for (String query : queries) {
                    eventually(query + " has an answer", () -> hasData(prometheus, query));
                }

                assertThat(load.answers()).isPositive();
            }
            assertThat(prometheus.query(
                            "histogram_quantile(0.99, multipool_pool_service_time_seconds_bucket{pool=\"business\"})"))
                    .containsPattern("\"value\":\\[[\\d.]+,\"\\d[\\d.e-]*\"]");
            assertThat(prometheus.names())
                    .contains("executor_pool_size_threads", "lettuce_command_completion_seconds_count");
        }
    }

    @Test
    void alerts_areRulesThatPrometheusTakes_andFireWhenTheyShould() throws Exception {
        Path promtool = PrometheusProcess.required().resolveSibling("promtool");

        assertThat(run(promtool, "check", "rules", "alerts.yaml")).contains("SUCCESS");
        assertThat(run(promtool, "test", "rules", "alerts-test.yaml")).contains("SUCCESS");
        assertThat(MonitoringExamples.alertsThatFireInTests())
                .containsExactlyInAnyOrderElementsOf(MonitoringExamples.alertNames());
    }

    private static boolean hasData(PrometheusProcess prometheus, String query) {
        String answer = prometheus.query(query);
        assertThat(answer).as(query).doesNotContain("\"status\":\"error\"");
        return DATA.matcher(answer).find();
    }

    private static String run(Path program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(MonitoringExamples.FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    /** With adaptive admission, or there would be no limit to show. */
    private UserService start() throws IOException {
        return services.startWithAdmin(directory, Map.of("admission.enabled", "true"), Map.of());
    }
}
