package dev.multipool.pools.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final SimulatedServer SERVER = SimulatedServer.seed000();

    @Test
    void queue_ofThreadsThatOnlyWait_matchesErlangC() {
        int servers = 4;
        double service = 1e-3;
        double offered = 3.2;
        SimulatedServer server = SERVER.withTimes(0, 0, service, 1).withThreads(servers);

        SimulationLog log = run(server, SimulatedLoad.open(offered / service), Limiter.fixed(1 << 20), 5, 65);

        double queueTime = erlangC(servers, offered) * service / (servers - offered);
        assertThat(log.meanSeconds()).isCloseTo(service + queueTime, Percentage.withPercentage(3));
        assertThat(log.throughput()).isCloseTo(offered / service, Percentage.withPercentage(1));
    }

    @Test
    void cores_shared_matchClosedFormOfProcessorSharing() {
        double service = 1e-3;
        double utilization = 0.75;
        SimulatedServer server = SERVER.withTimes(service, 0, 0, 0).withCores(1);

        SimulationLog log = run(server, SimulatedLoad.open(utilization / service), Limiter.fixed(1 << 20), 5, 205);

        assertThat(log.meanSeconds()).isCloseTo(service / (1 - utilization), Percentage.withPercentage(4));
    }

    @Test
    void limit_ofCallsThatOnlyWait_matchesErlangB() {
        int servers = 4;
        double service = 1e-3;
        double offered = 4;
        SimulatedServer server = SERVER.withTimes(0, 0, service, 3);

        SimulationLog log = run(server, SimulatedLoad.open(offered / service), Limiter.fixed(servers), 5, 65);

        double lost = (double) log.rejected() / (log.rejected() + log.count());
        assertThat(lost).isCloseTo(erlangB(servers, offered), within(0.005));
    }

    @Test
    void users_inClosedLoop_followLittlesLaw() {
        SimulationLog log = run(SERVER, SimulatedLoad.closed(80), Limiter.fixed(2000), 1, 11);

        assertThat(log.throughput()).isCloseTo(SERVER.saturatingRate(), Percentage.withPercentage(1));
        assertThat(log.throughput() * log.meanSeconds()).isCloseTo(80, Percentage.withPercentage(1));
    }

    @Test
    void quota_beyondItsCliff_stallsForTheRestOfThePeriod() {
        SimulationLog log = run(SERVER.withQuota(), SimulatedLoad.closed(80), Limiter.fixed(2000), 1, 11);

        double response0 = SERVER.cpu() + SERVER.io();
        double stallMillis = 100 * (1 - 4 / (80 * SERVER.cpu() / response0));
        assertThat(log.millisAt(99)).isBetween(stallMillis, stallMillis + 3 * response0 * 1e3);
        assertThat(log.throughput()).isCloseTo(SERVER.saturatingRate(), Percentage.withPercentage(2));
    }

    @Test
    void run_withTheSameSeed_isTheSame() {
        SimulationLog one = run(SERVER.withPauses(), SimulatedLoad.closed(30), Limiter.fixed(25), 1, 3);
        SimulationLog two = run(SERVER.withPauses(), SimulatedLoad.closed(30), Limiter.fixed(25), 1, 3);

        assertThat(one.count()).isEqualTo(two.count());
        assertThat(one.meanSeconds()).isEqualTo(two.meanSeconds());
    }

    private static SimulationLog run(
            SimulatedServer server, SimulatedLoad load, Limiter limiter, double from, double until) {
        SimulationLog log = new SimulationLog(from);
        new Simulation(server, load, limiter, log, 7).runUntil(until);
        return log;
    }

    private static double erlangB(int servers, double offered) {
        double blocked = 1;
        for (int i = 1; i <= servers; i++) {
            blocked = offered * blocked / (i + offered * blocked);
        }
        return blocked;
    }

    private static double erlangC(int servers, double offered) {
        double blocked = erlangB(servers, offered);
        return blocked / (1 - offered / servers * (1 - blocked));
    }
}
