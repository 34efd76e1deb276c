package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisSettingsTest {
    private static final URI LOCAL = URI.create("redis://127.0.0.1");

    @Test
    void toString_ofUriWithPassword_hidesIt() {
        RedisSettings settings = RedisSettings.of(URI.create("redis://user:secret@cache:6379"));

        assertThat(settings.toString()).doesNotContain("secret").contains("cache:6379");
    }

    @Test
    void build_withValuesOutOfRange_saysWhatWasExpected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSettings.builder(LOCAL)
                        .commandTimeout(Duration.ZERO)
                        .build())
                .withMessage("commandTimeout: PT0S (expected: > 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSettings.builder(LOCAL)
                        .connectTimeout(Duration.ofMillis(-1))
                        .build())
                .withMessage("connectTimeout: PT-0.001S (expected: > 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSettings.builder(LOCAL)
                        .silenceTimeout(Duration.ofMillis(49))
                        .build())
                .withMessage("silenceTimeout: PT0.049S (expected: >= PT0.05S)");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RedisSettings.builder(LOCAL).requestQueueSize(0).build())
                .withMessage("requestQueueSize: 0 (expected: >= 1)");
    }

    @Test
    void silenceTimeout_isTwiceTheCommandTimeout_butNoLessThanHalfASecond_unlessItIsSet() {
        RedisSettings.Builder builder = RedisSettings.builder(LOCAL);

        assertThat(builder.commandTimeout(Duration.ofMillis(10)).build().silenceTimeout())
                .isEqualTo(Duration.ofMillis(500));
        assertThat(builder.commandTimeout(Duration.ofSeconds(3)).build().silenceTimeout())
                .isEqualTo(Duration.ofSeconds(6));
        assertThat(builder.silenceTimeout(Duration.ofMillis(50)).build().silenceTimeout())
                .isEqualTo(Duration.ofMillis(50));
    }
}
