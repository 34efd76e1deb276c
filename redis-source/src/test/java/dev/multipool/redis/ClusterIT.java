package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Redis Cluster of three masters, which stay. */
class ClusterIT {
    private static final int USERS = 600;
    private static final Duration LONG = Duration.ofSeconds(5);

    private static RedisServers servers;
    private static List<Server> masters;
    private static RedisTarget target;

    private EventLoopGroup loop;

    @BeforeAll
    static void start() throws Exception {
        servers = new RedisServers();
        masters = servers.startCluster(3);
        // one of them is enough: it knows the others
        target = Readers.target("redis-cluster://" + masters.get(1).hostAndPort())
                .build();
        new UserSeeder(Readers.patient(target)).seed(USERS, 7, progress -> {});
        new ItemSeeder(Readers.patient(target), 4).seed(50, 7, progress -> {});
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @BeforeEach
    void newLoop() {
        loop = Transport.AUTO.newEventLoops(1, "cluster", true);
    }

    @AfterEach
    void endLoop() throws Exception {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(5, TimeUnit.SECONDS);
    }

    @Test
    void everyUserAndItem_isReadAsItWasWritten_fromTheMasterThatHasIt() throws Exception {
        long written = masters.stream().mapToLong(Server::keys).sum();
        assertThat(written).isEqualTo(USERS + 50 * 4);
        List<Long> before = masters.stream().map(master -> master.calls("get")).toList();

        try (LettuceRepositories repositories = LettuceRepositories.connect(Readers.patient(target), loop)) {
            Readers.readEachBlocking(repositories.users(), USERS, 7);
            Readers.readAllInOneTurn(repositories, loop, USERS, 7);
            for (int part = 0; part < 4; part++) {
                for (long item = 1; item <= 50; item++) {
                    assertThat(repositories.items().find(item, part, LONG)).contains(SampleItems.part(7, item, part));
                }
            }
        }

        long reads = 0;
        for (int i = 0; i < 3; i++) {
            long ofMaster = masters.get(i).calls("get") - before.get(i);
            assertThat(ofMaster).as("master %s", i).isGreaterThan(200);
            assertThat(masters.get(i).calls("mget")).isZero();
            reads += ofMaster;
        }
        assertThat(reads).as("nothing was redirected").isEqualTo(2 * USERS + 200);
    }

    @Test
    void absentAndWrongValues_areToldAsByOneServer() {
        Server master = ownerOf("user:90001");
        master.commands().text("RPUSH", "user:90001", "x");
        try (LettuceUserInfoRepository repository = LettuceUserInfoRepository.connect(Readers.patient(target))) {
            assertThat(repository.find(90_000)).isEmpty();
            assertThatExceptionOfType(RedisUnavailableException.class)
                    .isThrownBy(() -> repository.find(90_001))
                    .withMessageStartingWith(
                            "redis cluster at " + masters.get(1).hostAndPort() + ": error reply: WRONGTYPE");
        } finally {
            master.commands().text("DEL", "user:90001");
        }
    }

    @Test
    void aSlotThatMoves_isReadWhileItMovesAndAfterwards() {
        int slot = RedisServers.slot(masters.get(0), "user:1");
        Server from = ownerOf("user:1");
        Server to = masters.get((masters.indexOf(from) + 1) % 3);
        String number = Integer.toString(slot);
        try (LettuceUserInfoRepository repository = LettuceUserInfoRepository.connect(Readers.patient(target))) {
            assertThat(repository.find(1)).contains(StoredUser.of(SampleUsers.user(7, 1)));

            to.commands().text("CLUSTER", "SETSLOT", number, "IMPORTING", from.nodeId());
            from.commands().text("CLUSTER", "SETSLOT", number, "MIGRATING", to.nodeId());
            String[] keys = from.commands()
                    .text("CLUSTER", "GETKEYSINSLOT", number, "100")
                    .split(" ", -1);
            assertThat(keys).contains("user:1");
            for (String key : keys) {
                from.commands().text("MIGRATE", "127.0.0.1", Integer.toString(to.port()), key, "0", "5000");
            }
            assertThat(repository.find(1)).as("redirected by ASK").contains(StoredUser.of(SampleUsers.user(7, 1)));

            to.commands().text("CLUSTER", "SETSLOT", number, "NODE", to.nodeId());
            from.commands().text("CLUSTER", "SETSLOT", number, "NODE", to.nodeId());
            assertThat(repository.find(1)).as("redirected by MOVED").contains(StoredUser.of(SampleUsers.user(7, 1)));
            long redirected = from.calls("get");
            Eventually.isTrue("the new layout is known", () -> {
                long before = from.calls("get");
                assertThat(repository.find(1)).contains(StoredUser.of(SampleUsers.user(7, 1)));
                return from.calls("get") == before;
            });
            assertThat(from.calls("get")).isGreaterThanOrEqualTo(redirected);
        }
    }

    @Test
    void close_leavesNoConnectionBehind() throws Exception {
        List<String> before = clients();
        LettuceRepositories repositories = LettuceRepositories.connect(Readers.patient(target), loop);
        Readers.readAllInOneTurn(repositories, loop, 50, 7);
        assertThat(clients()).isNotEqualTo(before);

        repositories.close();

        Eventually.isTrue(
                "the servers have as few clients as before", () -> clients().equals(before));
    }

    @Test
    void open_ofTheCluster_saysWhatItIs() {
        try (RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.given(target))
                .build())) {
            assertThat(redis.description())
                    .isEqualTo("given redis " + masters.get(0).info("server", "redis_version") + " cluster at "
                            + masters.get(1).hostAndPort());
        }
    }

    @Test
    void connect_asAClusterToAServerThatIsNone_throwsOneClearLine() throws Exception {
        Server single = servers.start();
        String uri = "redis-cluster://" + single.hostAndPort();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> LettuceUserInfoRepository.connect(
                        Readers.patient(Readers.target(uri).build())))
                .withMessageStartingWith("redis cluster at " + single.hostAndPort() + ": cannot connect: ")
                .withMessageContaining("cluster support disabled");
    }

    @Test
    void connect_toNobody_throwsOneClearLine() {
        int port = RedisServers.freePort();
        RedisSettings settings = RedisSettings.builder(
                        Readers.target("redis-cluster://127.0.0.1:" + port).build())
                .connectTimeout(Duration.ofMillis(500))
                .build();

        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> LettuceUserInfoRepository.connect(settings))
                .withMessageStartingWith("redis cluster at 127.0.0.1:" + port + ": cannot connect: ")
                .withMessageContaining("Connection refused");
    }

    private static List<String> clients() {
        return masters.stream()
                .map(master -> master.info("clients", "connected_clients"))
                .toList();
    }

    private static Server ownerOf(String key) {
        return masters.stream()
                .filter(master -> master.owns(RedisServers.slot(master, key)))
                .findFirst()
                .orElseThrow();
    }
}
