package dev.multipool.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.RpcServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class MultipoolAutoConfigurationIT {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    MultipoolAutoConfiguration.class,
                    MultipoolMetricsAutoConfiguration.class,
                    MultipoolHealthAutoConfiguration.class,
                    MultipoolEndpointAutoConfiguration.class))
            .withPropertyValues("multipool.host=127.0.0.1", "multipool.port=0");

    private final ApplicationContextRunner withHandler = runner.withUserConfiguration(Users.class)
            .withPropertyValues("multipool.pools.business=fixed:threads=4,queue=10");

    @Test
    void anApplicationWithoutHandlers_getsNoServer() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RpcServer.class));
    }

    @Test
    void anApplicationThatSaysNoHost_listensOnLoopback() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(MultipoolAutoConfiguration.class))
                .withUserConfiguration(Users.class)
                .withPropertyValues("multipool.port=0", "multipool.pools.business=fixed:threads=4,queue=10")
                .run(context -> assertThat(context.getBean(RpcServer.class)
                                .address()
                                .getAddress()
                                .isLoopbackAddress())
                        .isTrue());
    }

    @Test
    void anApplicationWithAHandler_servesOnItsPools_andStopsWithTheContext() {
        RpcServer[] server = new RpcServer[1];

        withHandler.run(context -> {
            server[0] = context.getBean(RpcServer.class);
            assertThat(server[0].state()).isEqualTo(RpcServer.State.RUNNING);
            assertThat(server[0].pools())
                    .extracting(pool -> pool.config().spec())
                    .containsExactly("fixed:threads=4,queue=10");
        });

        assertThat(server[0].state()).isEqualTo(RpcServer.State.TERMINATED);
    }

    @Test
    void enabledFalse_makesNoServer() {
        withHandler.withPropertyValues("multipool.enabled=false").run(context -> assertThat(context)
                .doesNotHaveBean(RpcServer.class));
    }

    @Test
    void aCustomizer_hasTheLastWord() {
        withHandler
                .withBean(
                        RpcServerCustomizer.class,
                        () -> server -> server.pool(PoolConfig.parse("own", "fixed:threads=1")))
                .run(context -> assertThat(context.getBean(RpcServer.class).pools())
                        .extracting(pool -> pool.config().name())
                        .containsExactly("business", "own"));
    }

    @Test
    void aServerOfOnesOwn_isKeptAndStarted() {
        runner.withUserConfiguration(OwnServer.class).run(context -> {
            assertThat(context).hasSingleBean(RpcServer.class);
            assertThat(context.getBean(RpcServer.class).state()).isEqualTo(RpcServer.State.RUNNING);
        });
    }

    @Test
    void properties_ofEachKind_areRead() {
        withHandler
                .withPropertyValues(
                        "multipool.pools.select=cached:core=1,max=8",
                        "multipool.waits.business=select",
                        "multipool.event-loops=1",
                        "multipool.default-deadline=3s",
                        "multipool.limits.max-unsent=64KB",
                        "multipool.limits.when-connections-full=refuse")
                .run(context -> {
                    MultipoolProperties properties = context.getBean(MultipoolProperties.class);
                    assertThat(context.getBean(MultipoolTimes.class).defaultDeadline())
                            .isEqualTo(Duration.ofSeconds(3));
                    assertThat(properties.limits().toServerLimits().maxUnsentBytes())
                            .isEqualTo(64 * 1024);
                    assertThat(context.getBean(RpcServer.class).pools())
                            .extracting(MeasuredPool::config)
                            .extracting(config -> config.name())
                            .containsExactly("business", "select");
                });
    }

    @Test
    void badProperties_endTheStartWithOneClearReason() {
        withHandler.withPropertyValues("multipool.port=70000").run(failsWith("multipool.port: 70000 (expected: 0 to"));
        withHandler
                .withPropertyValues("multipool.pools.business=fixed:threads=0")
                .run(failsWith("multipool.pools.business: "));
        withHandler
                .withPropertyValues("multipool.waits.business=select")
                .run(failsWith("multipool.waits: no pool select (expected: one of [business])"));
        withHandler
                .withPropertyValues("multipool.limits.max-connections=0")
                .run(failsWith("multipool.limits.max-connections: 0 (expected: 1 to"));
        runner.withUserConfiguration(Users.class).run(failsWith("no pool business"));
    }

    @Test
    void withoutActuatorAndMicrometer_theServerRunsAlone() {
        withHandler
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate", "org.springframework.boot.health", "io.micrometer"))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(RpcServer.class);
                    assertThat(context).doesNotHaveBean("multipoolEndpoint");
                });
    }

    @Test
    void metadata_tellsEditorsOfThePropertiesWithTheirDefaults() throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(in).isNotNull();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains(
                            "\"multipool.pools\"",
                            "\"multipool.limits.max-calls-in-flight\"",
                            "\"multipool.drain-timeout\"",
                            "\"multipool.tracing.enabled\"",
                            "\"multipool.tracing.trust-callers\"");
        }
    }

    private static ContextConsumer<AssertableApplicationContext> failsWith(String reason) {
        return context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(reason);
        };
    }

    /** An application that builds its server itself. */
    @Configuration(proxyBeanMethods = false)
    static class OwnServer {
        @Bean
        RpcServer server() {
            return RpcServer.builder().host("127.0.0.1").build();
        }
    }
}
