package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolConfigTest {

    @Test
    void parse_readsTheExampleOfTheJavadoc() {
        PoolConfig config = PoolConfig.parse("business", "fixed:threads=16,queue=1000,queueTimeout=50ms");

        assertThat(config)
                .isEqualTo(PoolConfig.builder("business")
                        .threads(16)
                        .queue(1000)
                        .queueTimeout(Duration.ofMillis(50))
                        .build());
        assertThat(config.coreThreads()).isEqualTo(16);
        assertThat(config.queueTimeout()).contains(Duration.ofMillis(50));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fixed:threads=16",
                "fixed:threads=16,queue=unbounded",
                "fixed:threads=16,queue=1000,queueTimeout=50ms",
                "cached:core=20,max=200",
                "cached:core=0,max=200,keepAlive=1500us",
                "eager:core=2,max=8,queue=10,slowTask=3s",
                "virtual:threads=500,queue=10",
                "direct:threads=64",
                "fixed:threads=4,queue=100,order=adaptive-lifo,overloadInterval=200ms,overloadTimeout=10ms"
            })
    void spec_ofWhatWasParsed_isTheSame(String spec) {
        PoolConfig config = PoolConfig.parse("p", spec);

        assertThat(config.spec()).isEqualTo(spec);
        assertThat(PoolConfig.parse("p", config.spec())).isEqualTo(config);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fixed | maxThreads: -1 (expected: 1 to 1048576)",
                "fixed:threads=0 | maxThreads: 0 (expected: 1 to 1048576)",
                "cached:core=8,max=4 | maxThreads: 4 (expected: >= coreThreads: 8)",
                "cached:max=4,queue=3 | queue: 3 (expected: 0, since a cached pool has no queue)",
                "fixed:threads=x | threads: x (expected: a whole number)",
                "fixed:threads=1,threads=2 | spec: threads (expected: once)",
                "fixed:threads=1,queueTimeout=0ms | queueTimeout: 0s (expected: more than 0, at most 365 days)",
                "fixed:threads=1,order=lifo | order: lifo (expected: fifo or adaptive-lifo)",
                "elastic:threads=1 | kind: elastic (expected: one of fixed, cached, eager, virtual, direct)",
                "fixed:threads | spec: threads (expected: key=value)",
            })
    void parse_ofAMistake_saysWhatWasExpected(String spec, String message) {
        assertThatThrownBy(() -> PoolConfig.parse("p", spec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void builder_withAnEmptyName_isRefused() {
        assertThatThrownBy(() -> PoolConfig.builder("").threads(1).build())
                .hasMessage("name:  (expected: 1 to 64 letters, digits, '-', '_' or '.')");
    }
}
