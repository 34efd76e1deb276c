package dev.multipool.rpc.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class TlsTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Tls.class);
    private final ListAppender<ILoggingEvent> told = new ListAppender<>();

    @TempDir
    private Path directory;

    private CertificateAuthority authority;

    @BeforeEach
    void begin() throws Exception {
        authority = new CertificateAuthority(directory, "authority");
        told.start();
        logger.addAppender(told);
    }

    @AfterEach
    void end() {
        logger.detachAppender(told);
    }

    @Test
    void server_takesNoSuiteWithoutForwardSecrecy() throws Exception {
        authority.issue("server", "127.0.0.1");

        String[] suites = Tls.server(files())
                .newHandler(UnpooledByteBufAllocator.DEFAULT, Duration.ofSeconds(1))
                .engine()
                .getEnabledCipherSuites();

        assertThat(suites)
                .contains("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256")
                .noneMatch(suite -> suite.startsWith("TLS_RSA_") || suite.contains("_CBC_"));
    }

    @Test
    void server_withACertificateThatExpired_warns() throws Exception {
        Instant end = Instant.parse("2024-02-01T00:00:00Z");
        authority.issue("server", "127.0.0.1", end);

        Tls.server(files());

        assertThat(lines())
                .containsExactly("tls: the certificate in " + directory.resolve("server.crt") + " expired on " + end);
    }

    @Test
    void reload_ofAFileThatIsMissing_warnsOnceUntilItIsBack() throws Exception {
        authority.issue("server", "127.0.0.1");
        Tls tls = Tls.server(files());
        byte[] key = Files.readAllBytes(directory.resolve("server.key"));
        Files.delete(directory.resolve("server.key"));

        for (int look = 0; look < 5; look++) {
            assertThat(tls.reload()).isFalse();
        }
        assertThat(lines()).singleElement().asString().contains("can't be read", "server.key");

        Files.write(directory.resolve("server.key"), key);
        assertThat(tls.reload()).isFalse();
        Files.delete(directory.resolve("server.key"));
        assertThat(tls.reload()).isFalse();
        assertThat(lines()).hasSize(2);
    }

    private TlsFiles files() {
        return new TlsFiles(directory.resolve("server.crt"), directory.resolve("server.key"), null);
    }

    private List<String> lines() {
        return told.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
