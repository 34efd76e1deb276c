package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.redis.RedisAddress.Node;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisTargetTest {
    @Test
    void of_oneServer_hasItsParts() {
        assertThat(address("redis://127.0.0.1"))
                .isEqualTo(new RedisAddress(
                        RedisTopology.STANDALONE, false, List.of(new Node("127.0.0.1", 6379)), 0, "", null, null));
        assertThat(address("rediss://me:secret@redis_1:6380/2"))
                .isEqualTo(new RedisAddress(
                        RedisTopology.STANDALONE, true, List.of(new Node("redis_1", 6380)), 2, "", "me", "secret"));
        assertThat(address("redis://[::1]:6380").nodes()).containsExactly(new Node("[::1]", 6380));
    }

    @Test
    void of_sentinels_hasThemAndTheMastersName() {
        assertThat(address("redis-sentinel://me:secret@one,two:2/3#users"))
                .isEqualTo(new RedisAddress(
                        RedisTopology.SENTINEL,
                        false,
                        List.of(new Node("one", 26379), new Node("two", 2)),
                        3,
                        "users",
                        "me",
                        "secret"));
        assertThat(address("rediss-sentinel://one#users").tls()).isTrue();
    }

    @Test
    void of_aCluster_hasItsServers() {
        assertThat(address("rediss-cluster://:secret@one,two:2,three:3/"))
                .isEqualTo(new RedisAddress(
                        RedisTopology.CLUSTER,
                        true,
                        List.of(new Node("one", 6379), new Node("two", 2), new Node("three", 3)),
                        0,
                        "",
                        null,
                        "secret"));
    }

    @ParameterizedTest
    @CsvSource({
        "redis://secret@host, , secret",
        "redis://:a%40b%2Fc+d@host, , a@b/c+d",
        "redis-cluster://me:a%40b:c@host, me, a@b:c",
        "redis://host, , "
    })
    void login_ofTheUri_isDecoded(String uri, String user, String password) {
        RedisTarget target = RedisTarget.of(URI.create(uri));

        assertThat(target.user()).isEqualTo(user);
        assertThat(target.password()).isEqualTo(password);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://host | of the scheme http",
                "redis://one,two | of several hosts that does not say what they are",
                "redis://host:70000 | of port 70000",
                "redis-cluster://one,,two | without a host",
                "redis-cluster://one,two/1 | of a Cluster with database 1, where there is 0 alone",
                "redis-sentinel://one,two | of Sentinels without a master's name",
                "redis://one#users | with a master's name and without Sentinels",
                "redis://one/x | with more than a database's number after its host",
                "redis://one?verifyPeer=NONE | with more than a database's number after its host",
            })
    void of_aUriThatDoesNotFit_saysWhatWasExpected(String uri, String how) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisTarget.of(URI.create(uri)))
                .withMessage("uri: a URI " + how + " (expected: " + RedisTarget.EXPECTED + ")");
    }

    @Test
    void where_namesTheTopologyAndEveryPort() {
        assertThat(target("rediss://me:secret@cache/2").where()).isEqualTo("at cache:6379");
        assertThat(target("redis-sentinel://me:secret@one,two:2#users").where())
                .isEqualTo("master users of the Sentinels at one:26379,two:2");
        assertThat(target("redis-cluster://me:secret@one,two:2").where()).isEqualTo("cluster at one:6379,two:2");
    }

    @Test
    void toString_hidesEveryPassword() {
        assertThat(target("rediss-sentinel://me:secret@one,two/3#users").toString())
                .doesNotContain("secret")
                .contains("rediss-sentinel://one:26379,two:26379/3#users", "user=me");
        assertThat(RedisTarget.builder(URI.create("redis-sentinel://one#users"))
                        .login("me", "secret")
                        .sentinelPassword("secret")
                        .build())
                .asString()
                .doesNotContain("secret");
    }

    @Test
    void build_ofPartsThatDoNotFit_saysWhatWasExpected() {
        RedisTarget.Builder plain = RedisTarget.builder(URI.create("redis://me:secret@host"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.login(null, "other").build())
                .withMessage("password: given twice (expected: in the URI or by itself)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.login("you", null).build())
                .withMessage("user: given twice (expected: in the URI or by itself)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisTarget.builder(URI.create("redis://host"))
                        .login("me", null)
                        .build())
                .withMessage("user: me (expected: a password too)");
        plain.login(null, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.sentinelPassword("x").build())
                .withMessage("sentinelPassword: given (expected: with a redis-sentinel:// URI only)");
        plain.sentinelPassword(null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.tls(TlsFiles.client(Path.of("ca.pem"))).build())
                .withMessageStartingWith("tls: ")
                .withMessageEndingWith("(expected: with a rediss URI only)");
        plain.tls(null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.refreshInterval(Duration.ZERO).build())
                .withMessage("refreshInterval: PT0S (expected: > 0)");
    }

    private static RedisTarget target(String uri) {
        return RedisTarget.of(URI.create(uri));
    }

    private static RedisAddress address(String uri) {
        return target(uri).address();
    }
}
