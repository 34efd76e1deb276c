package dev.multipool.rpc.server.credential;

import com.google.protobuf.ByteString;
import java.net.SocketAddress;

/**
 * Decides whether who opened a connection may make calls on it, by the {@code authentication_data} of its first call.
 *
 * <p><b>Threads</b>: called on event loops, several at a time; must not block.
 */
@FunctionalInterface
public interface CredentialVerifier {
    /**
     * Whether the credential is right. What it throws counts as no.
     *
     * @param credential as sent; empty when none was
     * @param caller the address that the connection comes from
     */
    boolean verify(ByteString credential, SocketAddress caller);
}
