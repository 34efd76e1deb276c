package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.redis.provision.RedisRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedisSourceSettingsTest {
    @Test
    void fromEnvironment_ofNothing_isAuto() {
        RedisSourceSettings settings = RedisSourceSettings.fromEnvironment(Map.of("MULTIPOOL_REDIS", ""));

        assertThat(settings).isEqualTo(RedisSourceSettings.builder().build());
        assertThat(settings.request()).isEqualTo(RedisRequest.AUTO);
        assertThat(settings.image()).isEqualTo("redis:8.2-alpine");
    }

    @Test
    void fromEnvironment_readsRequestAndImage() {
        RedisSourceSettings settings = RedisSourceSettings.fromEnvironment(
                Map.of("MULTIPOOL_REDIS", "container", "MULTIPOOL_REDIS_IMAGE", "valkey/valkey:8-alpine"));

        assertThat(settings.request()).isEqualTo(RedisRequest.CONTAINER);
        assertThat(settings.image()).isEqualTo("valkey/valkey:8-alpine");
    }

    @Test
    void fromEnvironment_ofNonsense_namesTheVariable() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSourceSettings.fromEnvironment(Map.of("MULTIPOOL_REDIS", "dokcer")))
                .withMessage("MULTIPOOL_REDIS: dokcer (expected: " + RedisRequest.EXPECTED + ")");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSourceSettings.fromEnvironment(Map.of("MULTIPOOL_REDIS_IMAGE", "re dis")))
                .withMessage("MULTIPOOL_REDIS_IMAGE: re dis (expected: a name such as redis:8.2-alpine)");
    }

    @Test
    void build_withValuesOutOfRange_saysWhatWasExpected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSourceSettings.builder().port(65_536).build())
                .withMessage("port: 65536 (expected: 0 to 65535)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSourceSettings.builder().cpus("0;1").build())
                .withMessage("cpus: 0;1 (expected: a list of cores such as 0,2-3)");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RedisSourceSettings.builder().pullTimeout(Duration.ZERO).build())
                .withMessage("pullTimeout: PT0S (expected: > 0)");
    }
}
