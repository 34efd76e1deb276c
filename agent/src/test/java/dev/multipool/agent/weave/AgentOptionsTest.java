package dev.multipool.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {

    @Test
    void withoutOptions_nothingIsExported() {
        assertThat(AgentOptions.parse(null)).isEqualTo(new AgentOptions(null, false, 0.05, 100_000_000));
        assertThat(AgentOptions.parse("")).isEqualTo(AgentOptions.parse(null));
    }

    @Test
    void metrics_areOnLoopback_unlessAnAddressIsGiven() {
        InetSocketAddress usual =
                Objects.requireNonNull(AgentOptions.parse("prometheus=9404").metrics(), "address");
        InetSocketAddress open = Objects.requireNonNull(
                AgentOptions.parse("prometheus=0.0.0.0:9405").metrics(), "address");

        assertThat(usual.getAddress().isLoopbackAddress()).isTrue();
        assertThat(usual.getPort()).isEqualTo(9404);
        assertThat(open.getAddress().isAnyLocalAddress()).isTrue();
        assertThat(open.getPort()).isEqualTo(9405);
    }

    @Test
    void options_areSeparatedByCommas() {
        AgentOptions options = AgentOptions.parse("prometheus=1,jfr,own-cost=2.5,slow-task=20");

        assertThat(options.jfr()).isTrue();
        assertThat(options.ownCost()).isEqualTo(0.025);
        assertThat(options.slowNanos()).isEqualTo(20_000_000);
        assertThat(options.metrics()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown",
                "prometheus=",
                "prometheus=70000",
                "prometheus=a:b",
                "own-cost=0",
                "own-cost=x",
                "slow-task=0",
                "slow-task=1s"
            })
    void whatIsNoOption_isTold(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AgentOptions.parse(text))
                .withMessageContaining("(expected: ");
    }
}
