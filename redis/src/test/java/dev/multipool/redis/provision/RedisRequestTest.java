package dev.multipool.redis.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.provision.RedisRequest.Mode;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisRequestTest {
    @Test
    void parse_understandsTheFourForms() {
        assertThat(RedisRequest.parse("auto")).isEqualTo(RedisRequest.AUTO);
        assertThat(RedisRequest.parse(" container ")).isEqualTo(RedisRequest.CONTAINER);
        assertThat(RedisRequest.parse("embedded")).isEqualTo(RedisRequest.EMBEDDED);
        assertThat(RedisRequest.parse("redis://127.0.0.1:6380"))
                .isEqualTo(new RedisRequest(Mode.GIVEN, RedisTarget.of(URI.create("redis://127.0.0.1:6380"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "docker", "AUTO", "127.0.0.1:6379"})
    void parse_ofAnotherWord_repeatsItAndSaysWhatWasExpected(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisRequest.parse(text))
                .withMessage("redis: " + text + " (expected: " + RedisRequest.EXPECTED + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://user:secret@host",
                "redis://",
                "redis://user:secret@ho st:1",
                "redis://:secret@:1",
                "redis://:sec/ret@host",
                "redis-cluster://:secret@one,two/1"
            })
    void parse_ofAnotherUri_keepsItsPasswordToItself(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisRequest.parse(text))
                .withMessageContaining("expected: redis://HOST:PORT")
                .withMessageNotContaining("secret")
                .withNoCause();
    }

    @Test
    void toString_isTheSyntaxWithoutPassword() {
        assertThat(RedisRequest.AUTO).hasToString("auto");
        assertThat(RedisRequest.parse("redis://me:secret@cache")).hasToString("redis://cache:6379");
        assertThat(RedisRequest.parse("redis-sentinel://me:secret@one,two:2/3#users"))
                .hasToString("redis-sentinel://one:26379,two:2/3#users");
    }
}
