package dev.multipool.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.perf.SweepSettings.Load;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepSettingsTest {
    private static final Load LOAD = new Load(32, 4, Duration.ZERO, Duration.ofSeconds(1), 10);

    @Test
    void sizes_areSorted() {
        assertThat(new SweepSettings(List.of(8, 2), 1, 0, LOAD).sizes()).containsExactly(2, 8);
    }

    @Test
    void badSettings_areRefusedWithWhatWasExpected() {
        assertRefused(() -> new SweepSettings(List.of(), 1, 0, LOAD), "sizes: []");
        assertRefused(() -> new SweepSettings(List.of(2, 2), 1, 0, LOAD), "each once");
        assertRefused(() -> new SweepSettings(List.of(0), 1, 0, LOAD), "sizes: [0]");
        assertRefused(() -> new SweepSettings(List.of(2), 0, 0, LOAD), "repeats: 0");
        assertRefused(() -> new SweepSettings(List.of(2), 1, -1, LOAD), "retries: -1");
        assertRefused(() -> new Load(3, 4, Duration.ZERO, Duration.ofSeconds(1), 10), "users: 3");
        assertRefused(() -> new Load(3, 0, Duration.ZERO, Duration.ofSeconds(1), 10), "connections: 0");
        assertRefused(() -> new Load(4, 4, Duration.ofMillis(-1), Duration.ofSeconds(1), 10), "warmup: ");
        assertRefused(() -> new Load(4, 4, Duration.ZERO, Duration.ofMillis(999), 10), "duration: ");
        assertRefused(() -> new Load(4, 4, Duration.ZERO, Duration.ofSeconds(1), 0), "usersSeeded: 0");
    }

    private static void assertRefused(Runnable settings, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(settings::run)
                .withMessageContaining(message)
                .withMessageContaining("(expected:");
    }
}
