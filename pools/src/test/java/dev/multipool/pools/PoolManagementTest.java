package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class PoolManagementTest {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ManualClock clock = new ManualClock();
    private final MeasuredPool pool = Pools.create(PoolConfig.parse("jmx", "fixed:threads=2,queue=5"), clock);

    @Test
    void attributes_carryTheLedgersFigures() throws Exception {
        pool.execute(() -> clock.advance(Duration.ofMillis(8)));
        assertThat(pool.stop(Duration.ofSeconds(10))).isTrue();
        try (PoolManagement management = PoolManagement.register(pool)) {
            ObjectName name = management.objectName();

            assertThat(server.getAttribute(name, "CompletionsTasks")).isEqualTo(1L);
            assertThat(server.getAttribute(name, "MeanServiceTimeNanos")).isEqualTo(8_000_000.0);
            assertThat(server.getAttribute(name, "RatioOfDeadTimeToResponseTime"))
                    .isEqualTo(0.0);
            assertThat(server.getAttribute(name, "Spec")).isEqualTo("fixed:threads=2,queue=5");
            for (MBeanAttributeInfo info : server.getMBeanInfo(name).getAttributes()) {
                assertThat(server.getAttribute(name, info.getName())).isNotNull();
                assertThat(info.getName()).matches("Spec|MaxThreads|Threads|.*(Tasks|Nanos|PerSecond|Ratio)|RatioOf.*");
            }
        }
        assertThat(server.queryNames(new ObjectName("dev.multipool:type=Pool,name=jmx"), null))
                .isEmpty();
    }

    @Test
    void resize_changesThePool() throws Exception {
        try (PoolManagement management = PoolManagement.register(pool)) {
            Object[] bounds = {3, 3, 7};
            String[] types = new String[3];
            Arrays.fill(types, "int");

            server.invoke(management.objectName(), "resize", bounds, types);

            assertThat(pool.config().spec()).isEqualTo("fixed:threads=3,queue=7");
            assertThat(server.getAttribute(management.objectName(), "MaxThreads"))
                    .isEqualTo(3);
        }
        pool.close();
    }

    @Test
    void register_ofASecondPoolOfTheSameName_isRefused() {
        try (PoolManagement management = PoolManagement.register(pool)) {
            assertThatThrownBy(() -> PoolManagement.register(pool))
                    .hasMessage("pool jmx: registered already (expected: one pool of each name)");
            assertThat(management.objectName().getKeyProperty("name")).isEqualTo("jmx");
        }
        pool.close();
    }
}
