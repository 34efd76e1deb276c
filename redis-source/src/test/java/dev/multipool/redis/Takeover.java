package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What readers see while a replica takes over from its master, whoever decides that it does. */
@Execution(ExecutionMode.CONCURRENT)
abstract class Takeover {
    static final int USERS = 90;
    static final Duration AT_MOST = Duration.ofMillis(300);
    /** To notice takes up to 3 s; to agree and to tell the replica takes some more. */
    static final Duration TAKEOVER = Duration.ofSeconds(60);

    final EventLoopGroup loop = Transport.AUTO.newEventLoops(2, "takeover", true);

    @SuppressWarnings("NullAway.Init") // startServers sets it
    Server master;

    @SuppressWarnings("NullAway.Init") // startServers sets it
    Server replica;

    RedisTarget target;
    LettuceRepositories repositories;

    private final RedisServers servers = new RedisServers();

    /** Starts {@link #master}, {@link #replica} and who decides; returns how all of them are reached. */
    abstract RedisTarget.Builder startServers(RedisServers servers) throws IOException;

    @BeforeEach
    final void start() throws IOException {
        target = startServers(servers).build();
        new UserSeeder(Readers.patient(target)).seed(USERS, 7, progress -> {});
        Eventually.isTrue("the replica has every key", () -> replica.keys() == master.keys());
        repositories = LettuceRepositories.connect(Readers.patient(target), loop);
        Readers.readEachBlocking(repositories.users(), USERS, 7);
    }

    @AfterEach
    final void stop() throws Exception {
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
        new UserSeeder(Readers.patient(target)).seed(USERS, 8, progress -> {});
        // a Sentinel ends the connections of whom it has promoted, once, a little later
        readUntilAllAreThere(8);
    }

    @Test
    @Tag("full")
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

    final void readUntilAllAreThere() {
        readUntilAllAreThere(7);
    }

    private void readUntilAllAreThere(long seed) {
        Eventually.isTrue(
                "every user is read", TAKEOVER, () -> Readers.allAreRead(repositories.users(), USERS, seed, AT_MOST));
    }

    /** Reads until all are there and the new master has been asked for some of them. */
    final void readUntilTheNewMasterIsRead() {
        long before = replica.calls("get");
        Eventually.isTrue(
                "every user is read, from the new master too",
                TAKEOVER,
                () -> Readers.allAreRead(repositories.users(), USERS, 7, AT_MOST) && replica.calls("get") > before);
    }
}
