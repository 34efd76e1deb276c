package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.tls.CertificateAuthority;
import dev.multipool.rpc.protocol.tls.TlsException;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS and mutual TLS between our two ends, with files that change and files that do not fit. */
@ExtendWith(LeakCheck.class)
class TlsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RELOAD = Duration.ofMillis(100);

    /** What is made once: keys take long. Those of the second authority are of RSA. */
    @TempDir
    private static Path made;

    @TempDir
    private Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void makeCertificates() throws Exception {
        CertificateAuthority first = new CertificateAuthority(authority("first"), "first");
        first.issue("server", "127.0.0.1");
        first.issue("client", "10.0.0.1");
        CertificateAuthority second = new CertificateAuthority(authority("second"), "second");
        second.issueWithRsa("server", "127.0.0.1");
    }

    private static Path authority(String name) throws IOException {
        return Files.createDirectories(made.resolve(name));
    }

    @BeforeEach
    void takeCertificates() throws IOException {
        take("first", "first.crt", "server.crt", "server.key", "client.crt", "client.key");
    }

    /** Puts an authority's files where the test has its own. */
    private void take(String authority, String... names) throws IOException {
        for (String name : names) {
            Files.copy(made.resolve(authority).resolve(name), file(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void calls_overTls_areAnswered() throws Exception {
        RpcClient client = client(start(plainOfClients()), TlsFiles.client(file("first.crt")));

        assertThat(client.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT)).isEqualTo(Echo.user(1));
        assertThat(client.callBlocking(Echo.ASYNC, Echo.user(2), TIMEOUT)).isEqualTo(Echo.user(2));
    }

    @Test
    void connect_withoutTls_isClosedAndCounted() throws Exception {
        RpcServer server = start(plainOfClients());
        try (RawConnection plain = new RawConnection(server)) {
            plain.send(RawConnection.request("test.v1.Echo", "blocking", 1).build(), new byte[0]);

            eventually(
                    "the failure is counted",
                    () -> Objects.equals(server.connectionEnds().get(ConnectionEnd.TLS_FAILED), 1L));
            eventually("the connection is gone", () -> server.connections() == 0);
        }
    }

    @Test
    void connect_thatNeverFinishesItsHandshake_isClosedInTime() throws Exception {
        RpcServer server = start(echoServer()
                .tls(TlsFiles.server(file("server.crt"), file("server.key")), RELOAD)
                .connectionTimeouts(
                        new ConnectionTimeouts(Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofMinutes(1))));
        try (RawConnection silent = new RawConnection(server)) {
            assertThat(silent.isClosedByServer()).isTrue();
        }
        eventually(
                "the failure is counted",
                () -> Objects.equals(server.connectionEnds().get(ConnectionEnd.TLS_FAILED), 1L));
    }

    @Test
    void connect_thatNeverFinishesItsHandshake_isClosedByTheTimeOfItsFirstCall() throws Exception {
        Duration longer = Duration.ofMinutes(1);
        RpcServer server = start(echoServer()
                .tls(TlsFiles.server(file("server.crt"), file("server.key")), RELOAD)
                .connectionTimeouts(new ConnectionTimeouts(longer, longer, longer, Duration.ofMillis(100))));
        try (RawConnection silent = new RawConnection(server)) {
            assertThat(silent.isClosedByServer()).isTrue();
        }
        eventually(
                "the failure is counted",
                () -> Objects.equals(server.connectionEnds().get(ConnectionEnd.TLS_FAILED), 1L));
    }

    @Test
    void connect_toAServerThatIsNotTrusted_failsWithTheReason() throws Exception {
        take("second", "second.crt");
        RpcServer server = start(plainOfClients());

        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> client(server, TlsFiles.client(file("second.crt"))))
                .withMessageStartingWith("EFAILEDSOCKET: cannot connect to 127.0.0.1:"
                        + server.address().getPort() + ": TLS: ");
    }

    @Test
    void connect_toACertificateOfAnotherHost_failsWithTheReason() throws Exception {
        RpcServer server = start(echoServer().tls(TlsFiles.server(file("client.crt"), file("client.key")), RELOAD));

        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> client(server, TlsFiles.client(file("first.crt"))))
                .withMessageContaining(": TLS: ")
                .withMessageContaining("127.0.0.1");
    }

    @Test
    void mutualTls_servesWhoHasACertificateAndNobodyElse() throws Exception {
        RpcServer server = start(echoServer()
                .tls(TlsFiles.mutualServer(file("server.crt"), file("server.key"), file("first.crt")), RELOAD));
        RpcClient known =
                client(server, TlsFiles.mutualClient(file("client.crt"), file("client.key"), file("first.crt")));
        Files.copy(made.resolve("second/server.crt"), file("stranger.crt"));
        Files.copy(made.resolve("second/server.key"), file("stranger.key"));

        assertThat(known.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT)).isEqualTo(Echo.user(1));
        assertNotServed(server, TlsFiles.client(file("first.crt")));
        assertNotServed(server, TlsFiles.mutualClient(file("stranger.crt"), file("stranger.key"), file("first.crt")));
        eventually(
                "each failure is counted",
                () -> server.connectionEnds().getOrDefault(ConnectionEnd.TLS_FAILED, 0L) >= 2);
    }

    @Test
    void filesThatChange_serveTheNextConnectionAndLeaveOpenOnesAlone() throws Exception {
        RpcServer server = start(plainOfClients());
        RpcClient before = client(server, TlsFiles.client(file("first.crt")));
        before.callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT);

        take("second", "second.crt", "server.crt", "server.key");

        eventually("a client that trusts only the new root is served", () -> canConnect(server, "second.crt"));
        assertThat(canConnect(server, "first.crt")).isFalse();
        assertThat(before.callBlocking(Echo.BLOCKING, Echo.user(2), TIMEOUT)).isEqualTo(Echo.user(2));
        assertThat(before.reconnects()).isZero();
    }

    @Test
    void filesThatChangeAndDoNotFit_leaveTheOldOnesInForce() throws Exception {
        RpcServer server = start(plainOfClients());
        Files.writeString(file("server.key"), Files.readString(file("client.key")));
        Thread.sleep(3 * RELOAD.toMillis());

        assertThat(canConnect(server, "first.crt")).isTrue();

        take("second", "second.crt", "server.crt", "server.key");
        eventually("files that fit again are taken over", () -> canConnect(server, "second.crt"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none.crt   | server.key | certificate: DIR/none.crt does not exist (expected: a PEM file)",
                "server.crt | none.key   | key: DIR/none.key does not exist (expected: a PEM file)",
                "server.crt | client.key | key: DIR/client.key does not belong to the certificate in DIR/server.crt"
                        + " (expected: the key of its first certificate)",
                "server.key | server.key | certificate: DIR/server.key holds no",
                "server.crt | server.crt | key: DIR/server.crt holds no private key (expected: an unencrypted key in"
                        + " PKCS#8, as \"openssl pkcs8 -topk8 -nocrypt\" writes it)",
                "server.crt | old.key    | key: DIR/old.key holds a rsa private key (expected: an unencrypted key in",
                "empty.crt  | server.key | certificate: DIR/empty.crt holds no",
            })
    void build_ofFilesThatDoNotFit_saysWhichAndWhatWasExpected(String certificate, String key, String message)
            throws IOException {
        Files.writeString(file("empty.crt"), "");
        Files.writeString(file("old.key"), "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");

        assertThatExceptionOfType(TlsException.class)
                .isThrownBy(() -> echoServer()
                        .tls(TlsFiles.server(file(certificate), file(key)), RELOAD)
                        .build())
                .withMessageStartingWith(message.replace("DIR", directory.toString()));
    }

    private void assertNotServed(RpcServer server, TlsFiles files) {
        // with TLS 1.3 a client is done before the server has seen its certificate, and learns of it with its first
        // call
        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> client(server, files).callBlocking(Echo.BLOCKING, Echo.user(1), TIMEOUT))
                .withMessageStartingWith("EFAILEDSOCKET: ");
    }

    private boolean canConnect(RpcServer server, String trust) {
        try (RpcClient client =
                clientBuilder(server, TlsFiles.client(file(trust))).build()) {
            return client.callBlocking(Echo.BLOCKING, Echo.user(3), TIMEOUT).equals(Echo.user(3));
        } catch (RpcException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private RpcServerBuilder plainOfClients() {
        return echoServer().tls(TlsFiles.server(file("server.crt"), file("server.key")), RELOAD);
    }

    private static RpcServerBuilder echoServer() {
        return RpcServer.builder()
                .host("127.0.0.1")
                .eventLoops(1)
                .pool(PoolConfig.parse("business", "fixed:threads=2,queue=100"))
                .blocking(Echo.BLOCKING, "business", (request, call) -> request)
                .direct(Echo.ASYNC, (request, call) -> request);
    }

    private RpcServer start(RpcServerBuilder builder) throws IOException {
        RpcServer server = builder.build();
        opened.add(() -> server.stop(Duration.ofSeconds(1)));
        server.start();
        return server;
    }

    private RpcClient client(RpcServer server, TlsFiles files) {
        RpcClient client = clientBuilder(server, files).build();
        opened.add(client);
        return client;
    }

    private static RpcClient.Builder clientBuilder(RpcServer server, TlsFiles files) {
        return RpcClient.builder()
                .target("127.0.0.1", server.address().getPort())
                .tls(files);
    }

    private Path file(String name) {
        return directory.resolve(name);
    }
}
