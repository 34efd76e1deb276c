package dev.multipool.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AnalyticAnswersTest {

    @Test
    void erlangC_ofOneServer_isTheSimpleQueue() {
        ErlangC queue = new ErlangC(1, 0.8);

        assertThat(queue.waitProbability()).isCloseTo(0.8, within(1e-12));
        assertThat(queue.meanQueueTime()).isCloseTo(0.8 / 0.2, within(1e-12));
        assertThatThrownBy(() -> new ErlangC(2, 2)).hasMessage("offered: 2.0 (expected: >= 0 and < 2)");
    }

    @Test
    void erlangC_ofTwoServers_isTheClosedForm() {
        // for two servers: 2 rho^2 / (1 + rho)
        double rho = 0.7;

        assertThat(new ErlangC(2, 2 * rho).waitProbability()).isCloseTo(2 * rho * rho / (1 + rho), within(1e-12));
    }

    @Test
    void closedNetwork_ofBalancedQueues_isTheClosedForm() {
        // m queues of equal demand D: X(n) = n / (n + m - 1) / D
        ClosedNetwork network =
                ClosedNetwork.start().servers(0.5, 1).servers(0.5, 1).servers(0.5, 1);

        assertThat(network.throughput(7)).isCloseTo(7 / 9.0 / 0.5, within(1e-9));
        assertThat(network.responseTime(7)).isCloseTo(7 / network.throughput(7), within(1e-9));
    }

    @Test
    void closedNetwork_ofWaitsAndOneServer_isTheMachineRepairModel() {
        // p0 of M/M/1//N with N = 3, Z = 2, D = 1: 1 / sum(N!/(N-k)! (D/Z)^k) = 1 / (1 + 1.5 + 1.5 + 0.75)
        double busy = 1 - 1 / 4.75;

        assertThat(ClosedNetwork.start().delay(2).servers(1, 1).throughput(3)).isCloseTo(busy, within(1e-12));
    }

    @Test
    void closedNetwork_ofManyUsers_staysFinite() {
        double tps = ClosedNetwork.start().delay(1).servers(5.9e-3, 10).throughput(2000);

        assertThat(tps).isCloseTo(10 / 5.9e-3, within(1e-3));
    }

    @Test
    void inside_withRoomForAll_isTheWholeNetwork() {
        ClosedNetwork inner = ClosedNetwork.start().delay(3).servers(1, 4);

        assertThat(ClosedNetwork.start().delay(2).inside(inner, 30).throughput(20))
                .isCloseTo(ClosedNetwork.start().delay(5).servers(1, 4).throughput(20), within(1e-9));
        assertThat(ClosedNetwork.start().delay(2).inside(inner, 1).throughput(50))
                .isCloseTo(0.25, within(1e-6));
    }

    @Test
    void bounds_ofTheExample() {
        AsymptoticBounds bounds = new AsymptoticBounds(3.57e-3, 2.549e-3, 0.588e-3, 3.815);

        assertThat(bounds.throughput(50, 16)).isCloseTo(6277, within(1.0));
        assertThat(bounds.throughput(4, 4)).isCloseTo(1120, within(1.0));
        assertThat(bounds.throughput(200, 200)).isCloseTo(6488, within(1.0));
        assertThat(bounds.saturatingThreads()).isCloseTo(16.5, within(0.05));
        assertThat(bounds.saturatingUsers()).isCloseTo(23.2, within(0.05));
    }
}
