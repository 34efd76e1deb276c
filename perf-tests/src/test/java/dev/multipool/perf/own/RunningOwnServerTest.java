package dev.multipool.perf.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.PoolSettings;
import dev.multipool.laboratory.result.Variant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningOwnServerTest {
    private static final Variant SERVER = Variant.of(
                    "some", PoolSettings.parse(OwnServer.BUSINESS, "fixed:threads=6,queue=100"))
            .with(Map.of("pools.common", "fixed:threads=20,queue=100", "redis.connections", "1"));

    @Test
    void otherBounds_areChangedOnTheRunningServer() {
        Variant other =
                SERVER.with(Map.of("pools.common", "fixed:threads=30,queue=10", "pools.business", "fixed:threads=2"));

        assertThat(RunningOwnServer.changes(SERVER, other)).hasValueSatisfying(changed -> assertThat(changed)
                .extracting(pool -> pool.name() + " " + pool.maxThreads() + " "
                        + pool.queue().capacity())
                .containsExactly("business 2 0", "common 30 10"));
    }

    @Test
    void theSameServerUnderAnotherName_needsNoChange() {
        assertThat(RunningOwnServer.changes(SERVER, SERVER.named("other"))).hasValue(List.of());
    }

    @Test
    void whateverElseDiffers_needsAServerOfItsOwn() {
        assertThat(List.of(
                        SERVER.with(Map.of("redis.connections", "2")),
                        SERVER.with(Map.of("methods.find-user-info.execution", "async")),
                        SERVER.with(Map.of("pools.common", "cached:max=20")),
                        SERVER.with(Map.of("pools.common", "fixed:threads=20,queue=100,order=adaptive-lifo")),
                        SERVER.with(Map.of("pools.select", "fixed:threads=20,queue=100")),
                        SERVER.withProfiler(),
                        SERVER.onJdk("/another/jdk"),
                        SERVER.onCpus("3", null),
                        SERVER.onCpus("0", 1.0)))
                .allSatisfy(other -> {
                    assertThat(RunningOwnServer.changes(SERVER, other)).isEmpty();
                    assertThat(RunningOwnServer.changes(other, SERVER)).isEmpty();
                });
    }
}
