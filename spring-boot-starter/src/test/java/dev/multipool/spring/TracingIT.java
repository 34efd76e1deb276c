package dev.multipool.spring;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.opentelemetry.CallTracing;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Traces of an application whose OpenTelemetry is the one that Spring Boot makes. */
class TracingIT {
    private static final String CALL = FIND_USER_INFO.fullName();

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    MultipoolTracingAutoConfiguration.class,
                    MultipoolAutoConfiguration.class,
                    OpenTelemetrySdkAutoConfiguration.class))
            .withUserConfiguration(Users.class)
            .withPropertyValues(
                    "multipool.host=127.0.0.1",
                    "multipool.port=0",
                    "multipool.pools.business=fixed:threads=1,queue=10");
    private final ApplicationContextRunner withSdk =
            runner.withBean(SdkTracerProvider.class, () -> SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build());

    @Test
    void call_isOneTraceOfClientServerAndPool() {
        withSdk.run(context -> {
            call(context);

            SpanData client = one(CALL, "CLIENT");
            SpanData server = one(CALL, "SERVER");
            SpanData task = one("pool business", "INTERNAL");
            assertThat(server.getTraceId()).isEqualTo(client.getTraceId());
            assertThat(server.getParentSpanId()).isEqualTo(client.getSpanId());
            assertThat(task.getTraceId()).isEqualTo(client.getTraceId());
            assertThat(task.getParentSpanId()).isEqualTo(server.getSpanId());
        });
    }

    @Test
    void callersThatAreNotTrusted_getATraceOfTheServersOwn() {
        withSdk.withPropertyValues("multipool.tracing.trust-callers=false").run(context -> {
            call(context);

            SpanData client = one(CALL, "CLIENT");
            SpanData server = one(CALL, "SERVER");
            assertThat(server.getTraceId()).isNotEqualTo(client.getTraceId());
            assertThat(server.getLinks())
                    .extracting(link -> link.getSpanContext().getSpanId())
                    .containsExactly(client.getSpanId());
        });
    }

    @Test
    void tracingSwitchedOff_leavesTheClientsSpanAlone() {
        withSdk.withPropertyValues("multipool.tracing.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean(CallTracing.class).doesNotHaveBean(RpcServerCustomizer.class);

            call(context);

            assertThat(spans()).singleElement().isEqualTo(one(CALL, "CLIENT"));
        });
    }

    @Test
    void anObserverOfTheApplications_staysInPlaceOfTheTraces() {
        AtomicInteger arrived = new AtomicInteger();
        RpcServerCustomizer own = server -> server.observer((method, meta, caller) -> {
            arrived.incrementAndGet();
            return null;
        });
        withSdk.withBean("own", RpcServerCustomizer.class, () -> own).run(context -> {
            call(context);

            assertThat(arrived).hasValue(1);
            assertThat(spans()).noneMatch(span -> span.getKind().name().equals("SERVER"));
        });
    }

    @Test
    void withoutATracerProvider_callsAreServedAndNothingIsTraced() {
        runner.run(context -> {
            call(context);

            assertThat(context).hasSingleBean(OpenTelemetry.class).hasSingleBean(CallTracing.class);
            assertThat(spans()).isEmpty();
        });
    }

    @Test
    void withoutOneOfTheLibraries_theServerRunsUntraced() {
        for (String missing : List.of("io.opentelemetry", "dev.multipool.opentelemetry")) {
            runner.withClassLoader(new FilteredClassLoader(missing)).run(context -> {
                assertThat(context).hasNotFailed().hasSingleBean(RpcServer.class);
                assertThat(context).doesNotHaveBean(RpcServerCustomizer.class);
            });
        }
    }

    private static void call(ApplicationContext context) throws Exception {
        OpenTelemetry openTelemetry = context.getBean(OpenTelemetry.class);
        try (RpcClient client = RpcClient.builder()
                .target("127.0.0.1", context.getBean(RpcServer.class).address().getPort())
                .observer(CallTracing.of(openTelemetry).client())
                .build()) {
            assertThat(client.callBlocking(
                                    FIND_USER_INFO,
                                    FindUserInfoRequest.newBuilder()
                                            .setUserId(1)
                                            .build(),
                                    Duration.ofSeconds(30))
                            .getFound())
                    .isTrue();
        }
    }

    private List<SpanData> spans() {
        return exporter.getFinishedSpanItems();
    }

    private SpanData one(String name, String kind) {
        List<SpanData> found = spans().stream()
                .filter(span ->
                        span.getName().equals(name) && span.getKind().name().equals(kind))
                .toList();
        assertThat(found).as("%s %s among %s", kind, name, spans()).hasSize(1);
        return found.get(0);
    }
}
