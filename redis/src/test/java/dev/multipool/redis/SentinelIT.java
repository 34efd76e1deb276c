package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.redis.source.RedisRequest;
import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.redis.source.RunningRedis;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A master with a replica, and a Sentinel that lets it take over. */
class SentinelIT {
    private static final int USERS = 90;
    private static final Duration AT_MOST = Duration.ofMillis(300);
    /** A second to notice, and some more to agree and to tell the replica. */
    private static final Duration TAKEOVER = Duration.ofSeconds(60);

    private final EventLoopGroup loop = Transport.AUTO.newEventLoops(2, "sentinel", true);
    private RedisServers servers;
    private Server master;
    private Server replica;
    private Server sentinel;
    private RedisTarget target;
    private LettuceRepositories repositories;

    @BeforeEach
    void start() throws Exception {
        servers = new RedisServers();
        master = servers.start();
        replica = servers.start("--replicaof", "127.0.0.1 " + master.port());
        Eventually.isTrue("the replica has its data", () -> RedisServers.isInSync(replica));
        sentinel = servers.startSentinel("users", master);
        // the first of them is away: the next is asked
        target = Readers.target("redis-sentinel://127.0.0.1:" + RedisServers.freePort() + "," + sentinel.hostAndPort()
                        + "#users")
                .build();
        new UserSeeder(Readers.patient(target)).seed(USERS, 7, progress -> {});
        Eventually.isTrue("the replica has every key", () -> replica.keys() == USERS);
        Eventually.isTrue("the Sentinel knows the replica", () -> sentinel.commands()
                .text("SENTINEL", "REPLICAS", "users")
                .contains(Integer.toString(replica.port())));
        repositories = LettuceRepositories.connect(Readers.patient(target), loop);
    }

    @AfterEach
    void stop() throws Exception {
        try {
            if (repositories != null) {
                repositories.close();
            }
        } finally {
            servers.close();
        }
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(5, TimeUnit.SECONDS);
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
    void aMasterThatIsKilled_isReplaced_andEveryUserIsReadAgainByItself() throws Exception {
        Signals.send("KILL", master.processId());

        readUntilAllAreThere();
        assertThat(replica.info("replication", "role")).isEqualTo("master");
        new UserSeeder(Readers.patient(target)).seed(USERS, 8, progress -> {});
        Readers.readEachBlocking(repositories.users(), USERS, 8);
    }

    @Test
    void aMasterThatFreezes_isReplaced_andEveryUserIsReadAgainByItself() throws Exception {
        long pid = master.processId();
        Signals.send("STOP", pid);
        try {
            readUntilAllAreThere();
            assertThat(replica.info("replication", "role")).isEqualTo("master");
        } finally {
            Signals.send("CONT", pid);
        }
    }

    @Test
    void aHandOverThatWasAskedFor_isFollowed() {
        Eventually.isTrue("the Sentinel agrees that the replica will do", this::handOver);
        Eventually.isTrue("the replica has taken over", () -> replica.info("replication", "role")
                .equals("master"));

        Eventually.isTrue("the new master is read", TAKEOVER, () -> {
            long before = replica.calls("get");
            return Readers.allAreRead(repositories.users(), USERS, 7, AT_MOST) && replica.calls("get") > before;
        });
    }

    @Test
    void close_leavesNoConnectionBehind() throws Exception {
        repositories.close();
        String before = master.info("clients", "connected_clients");
        try (LettuceRepositories more = LettuceRepositories.connect(Readers.patient(target), loop)) {
            Readers.readEachBlocking(more.users(), 10, 7);
            assertThat(master.info("clients", "connected_clients")).isNotEqualTo(before);
        }

        Eventually.isTrue("the master has as few clients as before", () -> master.info("clients", "connected_clients")
                .equals(before));
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

    private void readUntilAllAreThere() {
        Eventually.isTrue(
                "every user is read", TAKEOVER, () -> Readers.allAreRead(repositories.users(), USERS, 7, AT_MOST));
    }
}
