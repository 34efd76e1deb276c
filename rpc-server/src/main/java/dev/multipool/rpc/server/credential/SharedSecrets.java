package dev.multipool.rpc.server.credential;

import com.google.protobuf.ByteString;
import java.net.SocketAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes any of some secrets: more than one while a new one is handed out. It compares digests, all of them and in
 * constant time, so the time that it takes tells nothing of how near a wrong one came.
 *
 * <p><b>Threads</b>: any; immutable.
 */
public final class SharedSecrets implements CredentialVerifier {
    private final List<byte[]> digests = new ArrayList<>();

    /**
     * @throws IllegalArgumentException when there is no secret, or one is empty
     */
    public SharedSecrets(Iterable<ByteString> secrets) {
        for (ByteString secret : secrets) {
            if (secret.isEmpty()) {
                throw new IllegalArgumentException("secret: empty (expected: at least one byte)");
            }
            digests.add(digest(secret));
        }
        if (digests.isEmpty()) {
            throw new IllegalArgumentException("secrets: none (expected: at least one)");
        }
    }

    @Override
    public boolean verify(ByteString credential, SocketAddress caller) {
        byte[] digest = digest(credential);
        boolean right = false;
        for (byte[] known : digests) {
            right |= MessageDigest.isEqual(known, digest);
        }
        return right;
    }

    private static byte[] digest(ByteString bytes) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(bytes.asReadOnlyByteBuffer());
            return sha256.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a Java platform without SHA-256", e);
        }
    }
}
