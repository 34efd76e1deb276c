package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.server.app.settings.SettingsLoader;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttackBoundsTest {
    private static final long DIRECT_BYTES = 100 << 20;

    @Test
    void bounds_followTheSettings() {
        AttackBounds bounds = bounds(Map.of(
                "server.max-unfinished-bytes", "20971520",
                "server.max-unsent-bytes", "65536",
                "server.max-connections", "20",
                "server.max-calls-in-flight", "30",
                "server.idle-timeout", "60s",
                "server.first-call-timeout", "4s",
                "server.frame-timeout", "8s",
                "server.answer-timeout", "9s",
                "pools.business", "fixed:threads=7,queue=10"));

        assertThat(bounds.memory().directBytes()).isEqualTo(DIRECT_BYTES);
        assertThat(bounds.memory().unfinishedBytes()).isEqualTo(20 << 20);
        assertThat(bounds.memory().unsentBytes()).isEqualTo(65536);
        assertThat(bounds.work().connections()).isEqualTo(20);
        assertThat(bounds.work().callsInFlight()).isEqualTo(30);
        // looked at every second: a quarter of the shortest
        assertThat(bounds.patience().silent()).isEqualTo(Duration.ofSeconds(61));
        assertThat(bounds.patience().silentWhileFull()).isEqualTo(Duration.ofSeconds(5));
        assertThat(bounds.patience().unfinished()).isEqualTo(Duration.ofSeconds(9));
        assertThat(bounds.patience().unread()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void threads_areThoseOfAllPools() {
        int before = bounds(Map.of("pools.business", "fixed:threads=7,queue=10"))
                .work()
                .poolThreads();

        assertThat(bounds(Map.of("pools.business", "fixed:threads=9,queue=10"))
                        .work()
                        .poolThreads())
                .isEqualTo(before + 2);
    }

    @Test
    void describe_isOneLineOfAllThatMatters() {
        assertThat(bounds(Map.of()).describe())
                .startsWith("100 MiB of buffers, ")
                .contains("10000 connections", "a silent peer stays for 902.5 s, for 12.5 s when all places are taken")
                .doesNotContain("\n");
    }

    private static AttackBounds bounds(Map<String, String> flags) {
        return AttackBounds.of(SettingsLoader.load(null, Map.of(), flags), DIRECT_BYTES);
    }
}
