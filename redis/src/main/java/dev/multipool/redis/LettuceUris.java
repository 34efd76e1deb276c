package dev.multipool.redis;

import dev.multipool.redis.RedisAddress.Node;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link RedisTarget} in Lettuce's words. */
final class LettuceUris {
    private final RedisTarget target;
    private final RedisAddress address;
    private final Duration timeout;

    /** @param timeout of a handshake, and of the questions to Sentinels and about a Cluster's layout */
    LettuceUris(RedisTarget target, Duration timeout) {
        this.target = target;
        this.address = target.address();
        this.timeout = timeout;
    }

    /** The one server, or the master by its Sentinels. */
    RedisURI one() {
        if (address.topology() == RedisTopology.STANDALONE) {
            return server(address.nodes().get(0));
        }
        RedisURI master = new RedisURI();
        master.setTimeout(timeout);
        master.setSentinelMasterId(address.master());
        for (Node node : address.nodes()) {
            RedisURI sentinel = new RedisURI(node.host(), node.port(), timeout);
            login(sentinel, null, target.sentinelPassword());
            master.getSentinels().add(sentinel);
        }
        return completed(master);
    }

    /** The servers of a Cluster that were named. */
    List<RedisURI> all() {
        return address.nodes().stream().map(this::server).toList();
    }

    private RedisURI server(Node node) {
        return completed(new RedisURI(node.host(), node.port(), timeout));
    }

    /** What is set here about TLS holds for the Sentinels too. */
    private RedisURI completed(RedisURI uri) {
        uri.setDatabase(address.database());
        login(uri, target.user(), target.password());
        uri.setSsl(address.tls());
        uri.setVerifyPeer(target.verifyHost() ? SslVerifyMode.FULL : SslVerifyMode.CA);
        return uri;
    }

    private static void login(RedisURI uri, @Nullable String user, @Nullable String password) {
        if (password != null) {
            uri.setAuthentication(user, password);
        }
    }

    /** The files are read for each connection, on its event loop. */
    SslOptions ssl() {
        SslOptions.Builder ssl = SslOptions.builder().jdkSslProvider().handshakeTimeout(timeout);
        TlsFiles files = target.tls();
        Path trust = files == null ? null : files.trust();
        Path certificate = files == null ? null : files.certificate();
        Path key = files == null ? null : files.key();
        if (trust != null) {
            ssl.trustManager(trust.toFile());
        }
        if (certificate != null && key != null) {
            ssl.keyManager(certificate.toFile(), key.toFile(), null);
        }
        return ssl.build();
    }
}
