package dev.multipool.redis;

import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What readers see while a Cluster's replica takes over from its master. */
class ClusterFailoverIT extends Takeover {
    /** A look every 20 ms and more. */
    private static final int LOOKS_PER_REQUEST = 300;

    @Override
    RedisTarget.Builder startServers(RedisServers servers) throws IOException {
        List<Server> cluster = servers.startClusterWithReplica(3);
        master = cluster.get(0);
        replica = cluster.get(3);
        return Readers.target(
                "redis-cluster://" + master.hostAndPort() + "," + cluster.get(2).hostAndPort());
    }

    @Override
    @Test
    @Tag("full")
    void aMasterThatIsKilled_isReplaced_andEveryUserIsReadAgainByItself() throws Exception {
        super.aMasterThatIsKilled_isReplaced_andEveryUserIsReadAgainByItself();
    }

    @Override
    @Test
    @Tag("full")
    void aMasterThatFreezes_isReplaced_andEveryUserIsReadAgainByItself() throws Exception {
        super.aMasterThatFreezes_isReplaced_andEveryUserIsReadAgainByItself();

        Eventually.isTrue("the old master follows", () -> master.info("replication", "role")
                .equals("slave"));
        readUntilAllAreThere();
    }

    @Test
    void aHandOverThatWasAskedFor_isFollowed_alsoByWrites() {
        handOver();

        readUntilTheNewMasterIsRead();

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
}
