package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.redis.RedisUnavailableException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConnectFailureIT {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void connect_toADeadPort_throwsOneClearLine_andLeavesNoThread() throws IOException {
        int port = deadPort();
        Set<Thread> before = threads();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> LettuceUserInfoRepository.connect(settings(port, LONG)))
                .withMessageStartingWith("redis at 127.0.0.1:" + port + ": cannot connect: ")
                .withMessageContaining("Connection refused")
                .matches(e -> !String.valueOf(e.getMessage()).contains("\n"))
                .matches(e -> e.reason() == Reason.DISCONNECTED);

        Eventually.isTrue("no thread is left", () -> before.containsAll(threads()));
    }

    @Test
    void connect_toASilentServer_endsWithItsTimeout_andLeavesNoThread() throws IOException {
        Set<Thread> before = threads();
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(RedisUnavailableException.class)
                    .isThrownBy(() ->
                            LettuceUserInfoRepository.connect(settings(silent.getLocalPort(), Duration.ofMillis(300))))
                    .withMessageContaining("cannot connect: ")
                    .matches(e -> e.reason() == Reason.DISCONNECTED);
        }

        Eventually.isTrue("no thread is left", () -> before.containsAll(threads()));
    }

    @Test
    void seed_intoADeadPort_throwsOneClearLine() throws IOException {
        int port = deadPort();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> new UserSeeder(settings(port, LONG)).seed(10, 1, progress -> {}))
                .withMessageStartingWith("redis at 127.0.0.1:" + port + ": cannot connect: ");
    }

    private static RedisSettings settings(int port, Duration connectTimeout) {
        return RedisSettings.builder(URI.create("redis://127.0.0.1:" + port))
                .connectTimeout(connectTimeout)
                .build();
    }

    private static int deadPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Netty's one global helper thread ends by itself, a second after its last task. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("globalEventExecutor"))
                .collect(Collectors.toSet());
    }
}
