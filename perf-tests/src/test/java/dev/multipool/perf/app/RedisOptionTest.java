package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.source.RedisSourceSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class RedisOptionTest {
    private static final String EXPECTED =
            " (expected: a single server, such as redis://HOST:PORT; container, embedded or auto)";

    @Test
    void settings_withoutTheOption_areTheEnvironments() {
        RedisSourceSettings settings = option().settings(Map.of("MULTIPOOL_REDIS", "redis://one:7000"));

        assertThat(settings.request()).isEqualTo(RedisRequest.parse("redis://one:7000"));
        assertThat(option().settings(Map.of()).request()).isEqualTo(RedisRequest.AUTO);
    }

    @Test
    void settings_withTheOption_keepOnlyTheEnvironmentsImage() {
        RedisSourceSettings settings = option("--redis", "container")
                .settings(Map.of("MULTIPOOL_REDIS", "redis-cluster://one", "MULTIPOOL_REDIS_IMAGE", "valkey/valkey:8"));

        assertThat(settings.request()).isEqualTo(RedisRequest.CONTAINER);
        assertThat(settings.image()).isEqualTo("valkey/valkey:8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis-cluster://one:6379,two:6379", "redis-sentinel://one:26379#main"})
    void settings_ofSeveralServers_areRefused_whoeverAsked(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option("--redis", uri).settings(Map.of()))
                .withMessage("redis: " + uri + EXPECTED);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option().settings(Map.of("MULTIPOOL_REDIS", uri)))
                .withMessage("MULTIPOOL_REDIS: " + uri + EXPECTED);
    }

    @Test
    void settings_refused_repeatNoPassword() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option().settings(Map.of("MULTIPOOL_REDIS", "redis-cluster://:secret@one:6379")))
                .withMessage("MULTIPOOL_REDIS: redis-cluster://one:6379" + EXPECTED);
    }

    private static RedisOption option(String... arguments) {
        return CommandLine.populateCommand(new RedisOption(), arguments);
    }
}
