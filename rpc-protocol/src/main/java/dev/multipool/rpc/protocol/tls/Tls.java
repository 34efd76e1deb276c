package dev.multipool.rpc.protocol.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS 1.3 and 1.2 of one end, by OpenSSL's code where Netty's native library for it is present and by the JDK's elsewhere.
 *
 * <p>{@link #reload} looks whether the files have changed. New connections are made with what they hold then; those that
 * are open go on. Files that do not fit (a certificate that was replaced before its key was, say) are told once and leave
 * what was there in force.
 *
 * <p><b>Threads</b>: {@link #newHandler} any; {@link #reload} reads files and belongs to one thread at a time.
 */
public final class Tls {
    private static final Logger log = LoggerFactory.getLogger(Tls.class);
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    /** Those with forward secrecy and authenticated encryption; the first three are of TLS 1.3. */
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private final boolean server;
    private final TlsFiles files;
    private final SslProvider provider;
    private volatile SslContext context;
    // of the thread that reloads
    private @Nullable TlsMaterial lastSeen;
    private boolean unreadable;

    private Tls(boolean server, TlsFiles files) {
        this.server = server;
        this.files = files;
        this.provider = OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
        TlsMaterial material = new TlsMaterial(files);
        this.context = newContext(material);
        this.lastSeen = material;
    }

    /**
     * TLS of a server; it asks for its clients' certificates when {@code files} names whom it trusts.
     *
     * @throws TlsException when the files do not hold what they should
     */
    public static Tls server(TlsFiles files) {
        if (files.certificate() == null) {
            throw new TlsException("certificate: none (expected: a PEM file with the server's certificate)");
        }
        return new Tls(true, files);
    }

    /**
     * TLS of a client; it requires that a server's certificate names the host that it calls.
     *
     * @throws TlsException when the files do not hold what they should
     */
    public static Tls client(TlsFiles files) {
        return new Tls(false, files);
    }

    /** What a server puts first into a connection's pipeline. */
    public SslHandler newHandler(ByteBufAllocator allocator, Duration handshakeTimeout) {
        return bounded(context.newHandler(allocator), handshakeTimeout);
    }

    /** What a client puts first into the pipeline of a connection to this server. */
    public SslHandler newHandler(ByteBufAllocator allocator, String host, int port, Duration handshakeTimeout) {
        return bounded(context.newHandler(allocator, host, port), handshakeTimeout);
    }

    private static SslHandler bounded(SslHandler handler, Duration handshakeTimeout) {
        handler.setHandshakeTimeoutMillis(handshakeTimeout.toMillis());
        return handler;
    }

    /** Takes over what the files hold now, when that is new and fits; tells whether it did. Never throws for the files' sake. */
    public boolean reload() {
        try {
            TlsMaterial now = read();
            if (now == null || now.sameAs(lastSeen)) {
                return false;
            }
            lastSeen = now;
            context = newContext(now);
            log.info("tls: took over the changed files of {}", files);
            return true;
        } catch (TlsException e) {
            log.warn("tls: the changed files are not taken over, what was there stays in force: {}", e.getMessage());
            return false;
        }
    }

    /** Null when a file can't be read; that is told when it begins, not at each look. */
    private @Nullable TlsMaterial read() {
        try {
            TlsMaterial now = new TlsMaterial(files);
            unreadable = false;
            return now;
        } catch (TlsException e) {
            if (!unreadable) {
                unreadable = true;
                log.warn("tls: a file can't be read, what was there stays in force: {}", e.getMessage());
            }
            return null;
        }
    }

    private SslContext newContext(TlsMaterial material) {
        SslContextBuilder builder = server ? newServer(material) : newClient(material);
        Path trust = files.trust();
        byte[] trusted = material.trust();
        if (trust != null && trusted != null) {
            builder.trustManager(PemContent.certificates("trust", trust, trusted));
            builder.clientAuth(server ? ClientAuth.REQUIRE : ClientAuth.NONE);
        }
        try {
            return builder.sslProvider(provider)
                    .protocols(PROTOCOLS)
                    .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                    .build();
        } catch (SSLException e) {
            throw new TlsException("tls: " + files + " can't be used: " + e.getMessage(), e);
        }
    }

    private SslContextBuilder newServer(TlsMaterial material) {
        Identity identity = identity(material);
        if (identity == null) {
            throw new TlsException("certificate: none (expected: a PEM file with the server's certificate)");
        }
        return SslContextBuilder.forServer(identity.key(), identity.chain());
    }

    private SslContextBuilder newClient(TlsMaterial material) {
        Identity identity = identity(material);
        SslContextBuilder builder = SslContextBuilder.forClient().endpointIdentificationAlgorithm("HTTPS");
        return identity == null ? builder : builder.keyManager(identity.key(), identity.chain());
    }

    private @Nullable Identity identity(TlsMaterial material) {
        Path certificateFile = files.certificate();
        Path keyFile = files.key();
        byte[] certificate = material.certificate();
        byte[] keyBytes = material.key();
        if (certificateFile == null || keyFile == null || certificate == null || keyBytes == null) {
            return null;
        }
        X509Certificate[] chain = PemContent.certificates("certificate", certificateFile, certificate);
        PrivateKey key = PemContent.key(keyFile, keyBytes);
        if (!PemContent.belongTogether(key, chain[0].getPublicKey())) {
            throw new TlsException("key: " + keyFile + " does not belong to the certificate in " + certificateFile
                    + " (expected: the key of its first certificate)");
        }
        warnOfAWrongTime(certificateFile, chain[0]);
        return new Identity(key, chain);
    }

    /** Peers refuse such a certificate, and whoever looks for the cause looks here. */
    private static void warnOfAWrongTime(Path file, X509Certificate certificate) {
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            log.warn(
                    "tls: the certificate in {} expired on {}",
                    file,
                    certificate.getNotAfter().toInstant());
        } catch (CertificateNotYetValidException e) {
            log.warn(
                    "tls: the certificate in {} is not valid before {}",
                    file,
                    certificate.getNotBefore().toInstant());
        }
    }

    /** A certificate with its key. */
    @SuppressWarnings("ArrayRecordComponent") // handed on at once, never compared
    private record Identity(PrivateKey key, X509Certificate[] chain) {}
}
