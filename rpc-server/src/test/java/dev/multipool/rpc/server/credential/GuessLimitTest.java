package dev.multipool.rpc.server.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuessLimitTest {
    private static final int MOST = 3;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final GuessLimit limit = new GuessLimit(MOST, now::get);

    @Test
    void guesses_upToTheMost_areAllowed_untilTheMinuteIsOver() throws Exception {
        for (int i = 0; i < MOST; i++) {
            assertThat(limit.isReached(caller("192.0.2.1", i))).isFalse();
            limit.noteWrong(caller("192.0.2.1", i));
        }
        assertThat(limit.isReached(caller("192.0.2.1", 9))).isTrue();
        assertThat(limit.isReached(caller("192.0.2.2", 9))).isFalse();

        now.addAndGet(TimeUnit.MINUTES.toNanos(1) - 1);
        assertThat(limit.isReached(caller("192.0.2.1", 9))).isTrue();
        now.incrementAndGet();

        assertThat(limit.isReached(caller("192.0.2.1", 9))).isFalse();
        assertThat(limit.addresses()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"2001:db8::1, 2001:db8::ffff:1, true", "2001:db8::1, 2001:db8:0:1::1, false"})
    void addressesOfIpv6_countByTheirNetwork(String one, String other, boolean same) throws Exception {
        for (int i = 0; i < MOST; i++) {
            limit.noteWrong(caller(one, i));
        }
        assertThat(limit.isReached(caller(other, 1))).isEqualTo(same);
    }

    @Test
    void callersWithoutAnAddress_countTogether() {
        limit.noteWrong(null);
        limit.noteWrong(InetSocketAddress.createUnresolved("caller", 1));
        limit.noteWrong(null);

        assertThat(limit.isReached(null)).isTrue();
        assertThat(limit.addresses()).isEqualTo(1);
    }

    @Test
    void addresses_areBoundedInNumber() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            limit.noteWrong(caller("10.0." + i / 256 + "." + i % 256, 1));
        }
        assertThat(limit.addresses()).isEqualTo(10_000);
    }

    private static InetSocketAddress caller(String address, int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(address), port);
    }
}
