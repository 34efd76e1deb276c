package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A master with a replica, and a Sentinel that lets it take over. */
class SentinelIT extends Takeover {
    @SuppressWarnings("NullAway.Init") // startServers sets it
    private Server sentinel;

    @Override
    RedisTarget.Builder startServers(RedisServers servers) throws IOException {
        master = servers.start();
        replica = servers.start("--replicaof", "127.0.0.1 " + master.port());
        Eventually.isTrue("the replica has its data", () -> RedisServers.isInSync(replica));
        sentinel = servers.startSentinel("users", master);
        Eventually.isTrue("the Sentinel knows the replica", () -> sentinel.commands()
                .text("SENTINEL", "REPLICAS", "users")
                .contains(Integer.toString(replica.port())));
        // the first of them is away: the next is asked
        return Readers.target(
                "redis-sentinel://127.0.0.1:" + RedisServers.freePort() + "," + sentinel.hostAndPort() + "#users");
    }

    @Test
    void everyUser_isReadFromTheMaster_gatheredToo() throws Exception {
        Readers.readEachBlocking(repositories.users(), USERS, 7);
        Readers.readAllInOneTurn(repositories, loop, USERS, 7);

        assertThat(master.calls("get")).isPositive();
        assertThat(master.calls("mget")).isPositive();
        assertThat(replica.calls("get")).isZero();
        try (RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.given(target))
                .build())) {
            assertThat(redis.description()).endsWith(target.where());
        }
    }

    @Test
    void aHandOverThatWasAskedFor_isFollowed() {
        Eventually.isTrue("the Sentinel agrees that the replica will do", TAKEOVER, this::handOver);
        Eventually.isTrue("the replica has taken over", TAKEOVER, () -> replica.info("replication", "role")
                .equals("master"));

        readUntilTheNewMasterIsRead();
    }

    @Test
    void close_leavesNoConnectionBehind() throws Exception {
        // those of the test stay: the master would notice some time later that they were closed
        int before = clientsOfTheMaster();
        try (LettuceRepositories more = LettuceRepositories.connect(Readers.patient(target), loop)) {
            Readers.readEachBlocking(more.users(), 10, 7);
            assertThat(clientsOfTheMaster()).isGreaterThan(before);
        }

        Eventually.isTrue("the master has as few clients as before", () -> clientsOfTheMaster() <= before);
    }

    private int clientsOfTheMaster() {
        return Integer.parseInt(master.info("clients", "connected_clients"));
    }

    @Test
    void connect_toAMasterOfAnotherName_throwsOneClearLine() {
        RedisTarget unknown = Readers.target("redis-sentinel://" + sentinel.hostAndPort() + "#orders")
                .build();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> LettuceUserInfoRepository.connect(Readers.patient(unknown)))
                .withMessage("redis master orders of the Sentinels at " + sentinel.hostAndPort()
                        + ": cannot connect: the Sentinels know no master orders (expected: a name of their"
                        + " configuration)");
    }

    @Test
    void connect_withoutASentinel_throwsOneClearLine() {
        int port = RedisServers.freePort();
        RedisTarget nobody =
                Readers.target("redis-sentinel://127.0.0.1:" + port + "#users").build();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> LettuceUserInfoRepository.connect(Readers.patient(nobody)))
                .withMessageStartingWith(
                        "redis master users of the Sentinels at 127.0.0.1:" + port + ": cannot connect: ")
                .withMessageContaining("Connection refused");
    }

    @Test
    void seed_intoAReplica_saysThatAMasterWasExpected() {
        RedisTarget direct = Readers.target("redis://" + replica.hostAndPort()).build();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> new UserSeeder(Readers.patient(direct)).seed(1, 1, progress -> {}))
                .withMessage(
                        "redis at " + replica.hostAndPort() + ": error reply: READONLY You can't write against a read"
                                + " only replica. (expected: a master) (while writing users 1 to 1)");
    }

    private boolean handOver() {
        try {
            return sentinel.commands().text("SENTINEL", "FAILOVER", "users").equals("OK");
        } catch (IllegalStateException notYet) {
            return false;
        }
    }
}
