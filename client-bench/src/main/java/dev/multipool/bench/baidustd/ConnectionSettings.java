package dev.multipool.bench.baidustd;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import org.jspecify.annotations.Nullable;

/**
 * How the generator's connections are made.
 *
 * @param tls the files of TLS; null for plain connections
 * @param transport how connections move their bytes
 * @param credential goes with the first call of each connection; empty for none
 */
public record ConnectionSettings(@Nullable TlsFiles tls, TransportSettings transport, ByteString credential) {
    /** Plain connections without a credential. */
    public static final ConnectionSettings PLAIN =
            new ConnectionSettings(null, TransportSettings.DEFAULT, ByteString.EMPTY);

    void applyTo(RpcClient.Builder client) {
        client.transport(transport).credential(credential);
        if (tls != null) {
            client.tls(tls);
        }
    }
}
