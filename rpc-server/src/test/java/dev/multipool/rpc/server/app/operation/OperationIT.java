package dev.multipool.rpc.server.app.operation;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.admin.AdminClient;
import dev.multipool.rpc.server.app.ServiceOnRedis;
import dev.multipool.rpc.server.app.UserService;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole service with its admin port, JMX and metrics, against a real Redis. */
@ExtendWith(LeakCheck.class)
class OperationIT {
    private static final String TOKEN = "a-token-of-good-length";
    private static final Pattern FAMILY = Pattern.compile("^# TYPE (\\S+) (\\S+)$", Pattern.MULTILINE);
    private static final int CALLS = 5;

    @RegisterExtension
    static final ServiceOnRedis services = new ServiceOnRedis();

    @TempDir
    private Path directory;

    @Test
    void config_tellsEveryValueWithItsOrigin_andMasksSecrets() throws Exception {
        try (UserService service = start(Map.of("MULTIPOOL_ADMIN_TOKEN", TOKEN))) {
            AdminClient admin = admin(service);
            admin.send("PUT", "/pools/business?threads=3", "Authorization", "Bearer " + TOKEN);

            String config = admin.get("/config").body().replaceAll("\\s+", " ");

            assertThat(config)
                    .doesNotContain(TOKEN)
                    .contains("{ \"key\": \"admin.token\", \"value\": \"***\", \"from\": \"MULTIPOOL_ADMIN_TOKEN\" }")
                    .contains("{ \"key\": \"server.port\", \"value\": \"0\", \"from\": \"the command line\" }")
                    .contains("{ \"key\": \"server.dark-mode\", \"value\": \"false\", \"from\": \"the default\" }")
                    .contains("{ \"key\": \"pools.business\", \"value\": \"fixed:threads=3,queue=1000\", \"from\":"
                            + " \"resized while running, from fixed:threads=16,queue=1000\" }")
                    .contains("{ \"key\": \"pools.select\", ");
        }
    }

    @Test
    void metrics_areThoseThatTheReferenceLists_andCountTheCalls() throws Exception {
        try (UserService service = start(Map.of())) {
            call(service);

            AdminClient admin = admin(service);
            // figures may be 100 ms old
            eventually("the ledger was read after the calls", () -> body(admin, "/metrics")
                    .contains("executor_completed_tasks_total{name=\"business\"} " + CALLS + ".0"));
            HttpResponse<String> metrics = admin.get("/metrics");

            assertThat(metrics.headers().firstValue("content-type").orElseThrow())
                    .startsWith("text/plain");
            assertThat(ours(metrics.body())).isEqualTo(ours(MetricsDocumentation.names()));
            assertThat(families(metrics.body())).containsAll(MetricsDocumentation.names());
            assertThat(metrics.body())
                    .contains("multipool_rpc_calls_total{code=\"OK\","
                            + "method=\"multipool.user.v1.UserService/findUserInfo\"} " + CALLS + ".0")
                    .contains("multipool_pool_service_time_seconds_bucket{pool=\"business\",le=\"+Inf\"} " + CALLS)
                    .contains("multipool_pool_rejected_tasks_total{pool=\"business\",reason=\"queue_full\"} 0.0")
                    .contains("lettuce_command_completion_seconds_count{command=\"GET\"} " + CALLS)
                    .containsPattern("multipool_pool_thread_time_seconds_total\\{pool=\"business\",use=\"io\"} \\d");
        }
    }

    @Test
    void metrics_haveABoundedNumberOfSeries_whateverCallersAskFor() throws Exception {
        try (UserService service = start(Map.of())) {
            AdminClient admin = admin(service);
            long before = admin.get("/metrics").body().lines().count();
            try (RpcClient client = ServiceOnRedis.clientOf(service)) {
                for (int i = 0; i < 20; i++) {
                    client.call(
                                    new RpcMethod<>(
                                            "made.up.Service" + i,
                                            "Service" + i,
                                            "m",
                                            FindUserInfoRequest.parser(),
                                            FindUserInfoRequest.parser()),
                                    FindUserInfoRequest.getDefaultInstance(),
                                    Duration.ofSeconds(30))
                            .handle((response, failure) -> failure)
                            .join();
                }
            }

            String after = admin.get("/metrics").body();

            assertThat(after).contains("multipool_rpc_calls_total{code=\"ENOSERVICE\",method=\"unknown\"} 20.0");
            assertThat(after.lines()
                            .filter(line -> line.startsWith("multipool_"))
                            .count())
                    .isLessThanOrEqualTo(before);
        }
    }

    @Test
    void slow_tellsTheStagesOfACall_throughJoinsAndRedis() throws Exception {
        try (UserService service = start(Map.of(
                        "MULTIPOOL_ADMIN_SLOW_CALL", "1ms",
                        "MULTIPOOL_METHODS_FIND_USER_INFO_WAIT", "constant:10ms"));
                RpcClient client = ServiceOnRedis.clientOf(service)) {
            AdminClient admin = admin(service);

            call(service);
            eventually("the call is written", () -> body(admin, "/slow").matches("(?s).*\"writtenMillis\": [\\d.]+.*"));
            assertThat(body(admin, "/slow"))
                    .contains("UserService/findUserInfo", "\"received\": \"20")
                    .containsPattern("\"dequeuedMillis\": \\d+\\.\\d+")
                    .containsPattern("\"ioWaitMillis\": [1-9]\\d+\\.")
                    .containsPattern("\"answeredMillis\": [1-9]\\d+\\.");

            // how long one takes is up to the machine: one of them is slow enough
            eventually("a call with a join is slow", () -> {
                client.call(
                                ItemServiceMethods.QUERY_ITEMS,
                                QueryItemsRequest.newBuilder()
                                        .addAllItemIds(List.of(1L, 2L, 3L, 4L, 5L))
                                        .build(),
                                Duration.ofSeconds(20))
                        .join();
                return body(admin, "/slow").matches("(?s).*\"joinWaitMillis\": (0\\.0*[1-9]|[1-9]).*");
            });
            assertThat(body(admin, "/slow")).contains("ItemService/queryItems");
        }
    }

    @Test
    void pools_areOverJmxWhileTheServiceRuns() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName business = new ObjectName("dev.multipool:type=Pool,name=business");
        try (UserService service = start(Map.of())) {
            call(service);

            assertThat(beans.getAttribute(business, "CompletionsTasks")).isEqualTo((long) CALLS);
            assertThat(beans.queryNames(new ObjectName("dev.multipool:type=Pool,*"), null))
                    .hasSameSizeAs(service.server().pools());
        }
        assertThat(beans.isRegistered(business)).isFalse();
    }

    private UserService start(Map<String, String> environment) throws IOException {
        return services.startWithAdmin(directory, Map.of(), environment);
    }

    private static void call(UserService service) throws InterruptedException {
        try (RpcClient client = ServiceOnRedis.clientOf(service)) {
            for (int id = 1; id <= CALLS; id++) {
                client.callBlocking(
                        UserServiceMethods.FIND_USER_INFO,
                        FindUserInfoRequest.newBuilder().setUserId(id).build(),
                        Duration.ofSeconds(30));
            }
        }
        eventually(
                "the pool's ledger has the calls",
                () -> service.server().pool("business").snapshot().completions() == CALLS);
    }

    private static String body(AdminClient admin, String path) {
        try {
            return admin.get(path).body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static AdminClient admin(UserService service) {
        return new AdminClient(service.adminAddress().orElseThrow());
    }

    /** Names as the reference writes them: of counters with {@code _total}. */
    private static Set<String> families(String scraped) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = FAMILY.matcher(scraped);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static Set<String> ours(String scraped) {
        return ours(families(scraped));
    }

    private static Set<String> ours(Set<String> names) {
        Set<String> ours = new TreeSet<>(names);
        ours.removeIf(name -> !name.startsWith("multipool_") && !name.startsWith("executor_"));
        return ours;
    }
}
