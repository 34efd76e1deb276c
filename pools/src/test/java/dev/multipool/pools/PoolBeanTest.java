package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.junit.jupiter.api.Test;

class PoolBeanTest {
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final MeasuredPool pool = Pools.create(PoolConfig.parse("direct", "direct:threads=3"));

    @Test
    void aPoolBehindItsBean_isReadAndResized() throws Exception {
        try (PoolManagement bean = PoolManagement.register(pool, server)) {
            pool.execute(() -> {});
            List<ManagedPool> found = PoolManagement.pools(server);

            assertThat(found).hasSize(1);
            assertThat(found.get(0).config()).isEqualTo(pool.config());
            assertThat(found.get(0).snapshot().completions()).isEqualTo(1);
            found.get(0).resize(0, 5, 0);
            assertThat(pool.config().maxThreads()).isEqualTo(5);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> found.get(0).resize(0, 0, 0))
                    .withMessageContaining("maxThreads");
            assertThat(bean.objectName().getKeyProperty("name")).isEqualTo("direct");
        }
    }

    @Test
    void aPoolThatIsGone_saysSo() throws Exception {
        PoolManagement bean = PoolManagement.register(pool, server);
        ManagedPool found = PoolManagement.pools(server).get(0);

        bean.close();

        assertThatIllegalStateException().isThrownBy(found::snapshot).withMessageContaining("direct");
        assertThat(PoolManagement.pools(server)).isEmpty();
    }
}
