package dev.multipool.perf.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisBenchmarkTest {
    @Test
    void parse_readsRateAndPercentiles() {
        String csv = "\"test\",\"rps\",\"avg_latency_ms\",\"min_latency_ms\",\"p50_latency_ms\",\"p95_latency_ms\","
                + "\"p99_latency_ms\",\"max_latency_ms\"\n"
                + "\"GET user:42\",\"80000.50\",\"0.250\",\"0.050\",\"0.199\",\"0.303\",\"0.407\",\"1.500\"\n";

        assertThat(RedisBenchmark.parse(csv)).isEqualTo(new RedisBenchmark.Figures(80_000.5, 199, 407));
    }

    @Test
    void parse_ofAnErrorMessage_isNothing() {
        assertThat(RedisBenchmark.parse("Could not connect to Redis at 127.0.0.1:1: Connection refused\n"))
                .isNull();
    }
}
