package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What readers see while a Cluster's replica takes over from its master. */
class ClusterFailoverIT {
    private static final int USERS = 90;
    private static final Duration AT_MOST = Duration.ofMillis(300);
    /** The servers need 3 s to agree that a master is gone, and some more for the election. */
    private static final Duration TAKEOVER = Duration.ofSeconds(60);

    /** A look every 20 ms and more. */
    private static final int LOOKS_PER_REQUEST = 300;

    private final EventLoopGroup loop = Transport.AUTO.newEventLoops(1, "failover", true);
    private RedisServers servers;
    private Server master;
    private Server replica;
    private LettuceRepositories repositories;

    @BeforeEach
    void start() throws Exception {
        servers = new RedisServers();
        List<Server> masters = servers.startCluster(3);
        master = masters.get(0);
        replica = servers.addReplica(master, masters);
        RedisTarget target = Readers.target("redis-cluster://" + master.hostAndPort() + ","
                        + masters.get(2).hostAndPort())
                .build();
        new UserSeeder(Readers.patient(target)).seed(USERS, 7, progress -> {});
        Eventually.isTrue("the replica has every key", () -> replica.keys() == master.keys());
        repositories = LettuceRepositories.connect(Readers.patient(target), loop);
        Readers.readEachBlocking(repositories.users(), USERS, 7);
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
    void aMasterThatIsKilled_isReplaced_andEveryUserIsReadAgainByItself() throws Exception {
        Signals.send("KILL", master.processId());

        readUntilAllAreThere();
        assertThat(replica.info("replication", "role")).isEqualTo("master");
        assertThat(replica.calls("get")).isPositive();
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
        Eventually.isTrue("the old master follows", () -> master.info("replication", "role")
                .equals("slave"));
        readUntilAllAreThere();
    }

    @Test
    void aHandOverThatWasAskedFor_isFollowed_alsoByWrites() {
        handOver();

        long before = replica.calls("get");
        Eventually.isTrue(
                "every user is read, from the new master too",
                TAKEOVER,
                () -> Readers.allAreRead(repositories.users(), USERS, 7, AT_MOST) && replica.calls("get") > before);

        RedisTarget named =
                Readers.target("redis-cluster://" + replica.hostAndPort()).build();
        new UserSeeder(Readers.patient(named)).seed(USERS, 8, progress -> {});
        Eventually.isTrue(
                "every user is read as written last",
                TAKEOVER,
                () -> Readers.allAreRead(repositories.users(), USERS, 8, AT_MOST));
    }

    /** The servers give up one that they could not agree on within 5 s, so it is asked for again. */
    private void handOver() {
        AtomicInteger looks = new AtomicInteger();
        Eventually.isTrue("the replica has taken over", TAKEOVER, () -> {
            boolean done = replica.info("replication", "role").equals("master");
            if (!done && looks.getAndIncrement() % LOOKS_PER_REQUEST == 0) {
                replica.commands().text("CLUSTER", "FAILOVER");
            }
            return done;
        });
    }

    private void readUntilAllAreThere() {
        Eventually.isTrue(
                "every user is read", TAKEOVER, () -> Readers.allAreRead(repositories.users(), USERS, 7, AT_MOST));
    }
}
