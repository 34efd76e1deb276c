package dev.multipool.rpc.server;

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

    /**
     * Takes any of these secrets: more than one while a new one is handed out. The time that it takes tells nothing of how
     * near a wrong one came.
     *
     * @throws IllegalArgumentException when there is none, or one is empty
     */
    static CredentialVerifier secrets(Iterable<ByteString> secrets) {
        return new SharedSecrets(secrets);
    }
}
