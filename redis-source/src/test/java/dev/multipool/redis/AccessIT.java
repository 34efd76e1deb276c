package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.redis.provision.NoRedisException;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisServers;
import dev.multipool.redis.source.RedisServers.Server;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.protocol.tls.CertificateAuthority;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.channel.EventLoopGroup;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ACL users, with no more rights than docs/reference/redis.md names, and TLS with certificates of the test. */
@Execution(ExecutionMode.CONCURRENT)
class AccessIT {
    private static final int USERS = 90;
    private static final String SECRET = "s3cret/of@reader";

    @TempDir
    private Path directory;

    private final EventLoopGroup loop = Transport.AUTO.newEventLoops(1, "access", true);
    private RedisServers servers;

    @BeforeEach
    void newServers() {
        servers = new RedisServers();
    }

    @AfterEach
    void stop() throws Exception {
        servers.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(5, TimeUnit.SECONDS);
    }

    @Test
    void aUserThatMayOnlyRead_readsAll_andAsksForNothingElse() throws Exception {
        Server server = servers.start();
        seed("redis://" + server.hostAndPort());
        allow(server, "+get", "+mget");
        RedisTarget target = reader("redis://" + server.hostAndPort());

        readAll(target);

        assertThat(server.commands().text("ACL", "LOG")).isEmpty();
        try (RunningRedis redis = open(target)) {
            assertThat(redis.description()).isEqualTo("given redis of unknown version at " + server.hostAndPort());
        }
        assertThatExceptionOfType(RedisUnavailableException.class)
                .isThrownBy(() -> new UserSeeder(Readers.patient(target)).seed(1, 1, progress -> {}))
                .withMessageContaining("error reply: NOPERM")
                .withMessageNotContaining(SECRET);
    }

    @Test
    void aUserWithoutMget_readsOneByOne() throws Exception {
        Server server = servers.start();
        seed("redis://" + server.hostAndPort());
        allow(server, "+get");
        RedisSettings settings = RedisSettings.builder(reader("redis://" + server.hostAndPort()))
                .gatherReads(false)
                .build();

        try (LettuceRepositories repositories = LettuceRepositories.connect(settings, loop)) {
            Readers.readAllInOneTurn(repositories, loop, USERS, 7);
        }
        assertThat(server.commands().text("ACL", "LOG")).isEmpty();
    }

    @Test
    void aUserOfACluster_needsItsLayoutToo_andAsksForNothingElse() throws Exception {
        List<Server> cluster = servers.startCluster(3);
        String uri = "redis-cluster://" + cluster.get(0).hostAndPort();
        seed(uri);
        for (Server server : cluster) {
            allow(server, "+get", "+cluster|nodes", "+cluster|myid", "+client|setname", "+info", "+asking");
        }

        readAll(reader(uri));

        for (Server server : cluster) {
            assertThat(server.commands().text("ACL", "LOG")).isEmpty();
        }
    }

    @Test
    void aSentinelsPassword_isAnotherThanTheMasters() throws Exception {
        Server server = servers.start();
        Server sentinel = servers.startSentinel("users", server);
        seed("redis://" + server.hostAndPort());
        allow(server, "+get", "+mget");
        sentinel.commands().text("ACL", "SETUSER", "default", ">of-the-sentinel");
        String uri = "redis-sentinel://" + sentinel.hostAndPort() + "#users";

        readAll(Readers.target(uri)
                .login("reader", SECRET)
                .sentinelPassword("of-the-sentinel")
                .build());

        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> open(reader(uri)))
                .withMessageContaining("NOAUTH");
    }

    @Test
    void aWrongPassword_isRefusedInOneLineThatDoesNotHoldIt() throws Exception {
        Server server = servers.start();
        allow(server, "+get");
        RedisTarget target = Readers.target("redis://" + server.hostAndPort())
                .login("reader", "wr0ng")
                .build();

        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> open(target))
                .withMessageStartingWith("redis: no answer from the given redis at " + server.hostAndPort()
                        + ": cannot connect: WRONGPASS ")
                .withMessageNotContaining("wr0ng")
                .withMessageNotContaining("\n");
    }

    @Test
    void tls_readsAll_withoutAWordInClearText() throws Exception {
        Server server = startTls("127.0.0.1", "no");
        seed("redis://" + server.hostAndPort());

        readAll(trusting("redis://127.0.0.1:" + server.tlsPort()));
    }

    @Test
    void tls_ofACluster_readsAll() throws Exception {
        assumeThat(RedisServers.canTls()).as("redis-server with TLS").isTrue();
        CertificateAuthority authority = new CertificateAuthority(directory, "ca");
        authority.issue("server", "127.0.0.1");
        List<Server> cluster = servers.startTlsCluster(3, tlsOptions("no", "--tls-cluster", "yes"));
        seed("redis-cluster://" + cluster.get(0).hostAndPort());

        readAll(trusting("redis-cluster://127.0.0.1:" + cluster.get(0).tlsPort()));
    }

    @Test
    void tls_ofAServerThatIsNotTrusted_isRefusedWithTheReason() throws Exception {
        Server server = startTls("127.0.0.1", "no");
        new CertificateAuthority(directory, "other");
        RedisTarget target = Readers.target("rediss://127.0.0.1:" + server.tlsPort())
                .tls(TlsFiles.client(file("other.crt")))
                .build();

        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> open(target))
                .withMessageStartingWith("redis: no answer from the given redis at 127.0.0.1:" + server.tlsPort()
                        + ": cannot connect: TLS: ")
                .withMessageNotContaining("\n");
    }

    @Test
    void tls_ofAnotherHost_isRefusedUnlessToldOtherwise() throws Exception {
        Server server = startTls("10.9.9.9", "no");
        seed("redis://" + server.hostAndPort());
        RedisTarget.Builder target =
                Readers.target("rediss://127.0.0.1:" + server.tlsPort()).tls(TlsFiles.client(file("ca.crt")));

        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> open(target.build()))
                .withMessageContaining(": cannot connect: TLS: ")
                .withMessageContaining("127.0.0.1");
        readAll(target.verifyHost(false).build());
    }

    @Test
    void tls_thatAsksForACertificate_servesWhoHasOne() throws Exception {
        Server server = startTls("127.0.0.1", "yes");
        seed("redis://" + server.hostAndPort());
        CertificateAuthority authority = new CertificateAuthority(directory, "clients");
        authority.issue("client", "10.0.0.1");
        // the server trusts the file as it was at its start; a client of the same authority as the server's is known
        RedisTarget known = Readers.target("rediss://127.0.0.1:" + server.tlsPort())
                .tls(TlsFiles.mutualClient(file("server.crt"), file("server.key"), file("ca.crt")))
                .build();
        RedisTarget stranger = Readers.target("rediss://127.0.0.1:" + server.tlsPort())
                .tls(TlsFiles.mutualClient(file("client.crt"), file("client.key"), file("ca.crt")))
                .build();

        readAll(known);
        assertThatExceptionOfType(NoRedisException.class).isThrownBy(() -> open(stranger));
        assertThatExceptionOfType(NoRedisException.class)
                .isThrownBy(() -> open(trusting("redis://127.0.0.1:" + server.tlsPort())));
    }

    private Server startTls(String address, String clientCertificates) throws Exception {
        assumeThat(RedisServers.canTls()).as("redis-server with TLS").isTrue();
        new CertificateAuthority(directory, "ca").issue("server", address);
        return servers.startTls(tlsOptions(clientCertificates));
    }

    private String[] tlsOptions(String clientCertificates, String... more) {
        String[] options = {
            "--tls-cert-file", file("server.crt").toString(),
            "--tls-key-file", file("server.key").toString(),
            "--tls-ca-cert-file", file("ca.crt").toString(),
            "--tls-auth-clients", clientCertificates
        };
        String[] all = Arrays.copyOf(options, options.length + more.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return all;
    }

    private RedisTarget trusting(String uri) {
        return Readers.target(uri.replace("redis", "rediss"))
                .tls(TlsFiles.client(file("ca.crt")))
                .build();
    }

    private static RedisTarget reader(String uri) {
        return Readers.target(uri).login("reader", SECRET).build();
    }

    private static void allow(Server server, String... commands) {
        String[] rule = new String[commands.length + 9];
        List<String> head = List.of(
                "ACL", "SETUSER", "reader", "on", ">" + SECRET, "resetkeys", "~user:*", "resetchannels", "-@all");
        for (int i = 0; i < rule.length; i++) {
            rule[i] = i < head.size() ? head.get(i) : commands[i - head.size()];
        }
        server.commands().text(rule);
    }

    private static void seed(String uri) {
        new UserSeeder(Readers.patient(Readers.target(uri).build())).seed(USERS, 7, progress -> {});
    }

    private void readAll(RedisTarget target) throws Exception {
        try (LettuceRepositories repositories = LettuceRepositories.connect(Readers.patient(target), loop)) {
            Readers.readEachBlocking(repositories.users(), USERS, 7);
            Readers.readAllInOneTurn(repositories, loop, USERS, 7);
        }
    }

    private static RunningRedis open(RedisTarget target) {
        return RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.given(target))
                .build());
    }

    private Path file(String name) {
        return directory.resolve(name);
    }
}
