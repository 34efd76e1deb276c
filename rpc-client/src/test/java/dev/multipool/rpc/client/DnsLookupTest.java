package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DnsLookupTest {
    private static final ServerAddress NAME = new ServerAddress("multipool-server", 8000);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Deque<List<String>> answers = new ArrayDeque<>();
    private final List<List<ServerAddress>> told = new ArrayList<>();
    private final DnsLookup lookup = new DnsLookup(NAME, this::resolve, told::add);

    @Test
    void allAddresses_areTold_onceEach_knownByTheName() {
        look(List.of("10.0.0.2", "10.0.0.1", "fd00::1", "10.0.0.2"));

        assertThat(told).containsExactly(List.of(server("10.0.0.1"), server("10.0.0.2"), server("fd00:0:0:0:0:0:0:1")));
    }

    @Test
    void sameAddresses_inAnotherOrder_areNoNews() {
        look(List.of("10.0.0.2", "10.0.0.1"));
        look(List.of("10.0.0.1", "10.0.0.2"));

        assertThat(told).hasSize(1);
    }

    @Test
    void changedAddresses_areTold() {
        look(List.of("10.0.0.1"));
        look(List.of("10.0.0.1", "10.0.0.3"));

        assertThat(told).last().isEqualTo(List.of(server("10.0.0.1"), server("10.0.0.3")));
    }

    @Test
    void lookupThatFailsOrFindsNothing_tellsNothing_andTheNextOneIsHeard() {
        look(List.of("10.0.0.1"));
        look(List.of("fail"));
        look(List.of());
        look(List.of("crash"));
        assertThat(told).hasSize(1);

        look(List.of("10.0.0.4"));

        assertThat(told).last().isEqualTo(List.of(server("10.0.0.4")));
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void resolverThatThrowsAnything_doesNotEndTheLookups(Hostility hostility) {
        AtomicBoolean hostile = new AtomicBoolean();
        DnsLookup own = new DnsLookup(
                NAME, host -> hostile.get() ? hostility.strike() : new InetAddress[] {LOOPBACK}, told::add);
        own.run();
        hostile.set(true);

        own.run();
        own.run();

        assertThat(told).hasSize(1);
    }

    @Test
    @SuppressWarnings("NullAway") // that is the mistake
    void resolverThatReturnsNull_doesNotEndTheLookups() {
        new DnsLookup(NAME, host -> null, told::add).run();

        assertThat(told).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    void listenerThatThrowsAnything_isToldAgain(Hostility hostility) {
        AtomicBoolean hostile = new AtomicBoolean(true);
        DnsLookup own = new DnsLookup(NAME, host -> new InetAddress[] {LOOPBACK}, servers -> {
            if (hostile.getAndSet(false)) {
                hostility.strike();
            }
            told.add(servers);
        });

        own.run();
        own.run();

        assertThat(told).hasSize(1);
    }

    @Test
    void fixedServers_areToldOnce() {
        ServerDirectory.ofAddresses("a:1", "[::1]:2").watch(told::add).close();

        assertThat(told).containsExactly(List.of(new ServerAddress("a", 1), new ServerAddress("::1", 2)));
    }

    @Test
    void settingsThatAreNone_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerDirectory.ofAddresses())
                .withMessage("servers: none (expected: one or more addresses)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerDirectory.ofAddresses("a"))
                .withMessage("address: a (expected: HOST:PORT, [IPv6]:PORT)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerDirectory.ofAddresses("::1:8000"))
                .withMessage("address: ::1:8000 (expected: HOST:PORT, [IPv6]:PORT)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerDirectory.ofDns("a", 1, Duration.ZERO))
                .withMessage("refresh: PT0S (expected: >= PT0.001S)");
    }

    private void look(List<String> answer) {
        answers.add(answer);
        lookup.run();
    }

    private static ServerAddress server(String address) {
        return new ServerAddress(address, 8000, "multipool-server");
    }

    private InetAddress[] resolve(String host) throws UnknownHostException {
        List<String> answer = answers.remove();
        if (answer.contains("fail")) {
            throw new UnknownHostException(host);
        }
        if (answer.contains("crash")) {
            throw new IllegalStateException("scripted");
        }
        List<InetAddress> addresses = new ArrayList<>();
        for (String literal : answer) {
            addresses.add(InetAddress.getByName(literal));
        }
        return addresses.toArray(InetAddress[]::new);
    }
}
