package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PoolGraphTest {

    @Test
    void build_ofAChain_ordersOutermostFirst() {
        PoolGraph graph = PoolGraph.builder()
                .pool("timer")
                .waits("common", "select")
                .waits("business", "common")
                .build();

        assertThat(graph.outermostFirst()).containsExactlyInAnyOrder("business", "common", "select", "timer");
        assertThat(graph.outermostFirst()).containsSubsequence("business", "common", "select");
        assertThat(graph.mayWait("business", "select")).isTrue();
        assertThat(graph.mayWait("select", "business")).isFalse();
    }

    @Test
    void build_ofASelfWait_isRefusedWithTheChain() {
        assertThatThrownBy(() -> PoolGraph.builder().waits("common", "common").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("pool graph: common -> common (expected: no pool that waits for itself");
    }

    @Test
    void build_ofACycle_isRefusedWithTheChain() {
        PoolGraph.Builder builder = PoolGraph.builder()
                .waits("business", "common")
                .waits("common", "select")
                .waits("select", "common");

        assertThatThrownBy(builder::build).hasMessageStartingWith("pool graph: common -> select -> common (");
    }
}
