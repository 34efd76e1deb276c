package dev.multipool.rpc.server.credential;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secrets from a text file, one a line; blank lines and the space around a secret do not count.
 *
 * <p>{@link #reload} looks whether the file has changed. New connections need what it holds then; those that are open go
 * on. A file that can't be read, or holds no secret, is told once and leaves what was there in force.
 *
 * <p><b>Threads</b>: {@link #verify} any; {@link #reload} reads the file and belongs to one thread at a time.
 */
public final class CredentialFile implements CredentialVerifier {
    private static final Logger log = LoggerFactory.getLogger(CredentialFile.class);

    private final Path file;
    private volatile CredentialVerifier secrets;
    // of the thread that reloads
    private List<ByteString> lastSeen;
    private boolean unusable;

    private CredentialFile(Path file, List<ByteString> secrets) {
        this.file = file;
        this.lastSeen = secrets;
        this.secrets = new SharedSecrets(secrets);
    }

    /**
     * The secrets that a file holds now.
     *
     * @throws IllegalArgumentException with the file and what was expected, when it can't be read or holds none
     */
    public static CredentialFile read(Path file) {
        return new CredentialFile(file, readSecrets(file));
    }

    @Override
    public boolean verify(ByteString credential, SocketAddress caller) {
        return secrets.verify(credential, caller);
    }

    /** Takes over what the file holds now, when that is new and of use; tells whether it did. */
    public boolean reload() {
        try {
            List<ByteString> now = readSecrets(file);
            unusable = false;
            if (now.equals(lastSeen)) {
                return false;
            }
            secrets = new SharedSecrets(now);
            lastSeen = now;
            log.info("credentials: took over the changed file {}", file);
            return true;
        } catch (IllegalArgumentException e) {
            if (!unusable) {
                log.warn("credentials: {}; what was there stays in force", e.getMessage());
            }
            unusable = true;
            return false;
        }
    }

    private static List<ByteString> readSecrets(Path file) {
        List<ByteString> secrets;
        try {
            secrets = Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .map(ByteString::copyFromUtf8)
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " can't be read (expected: a text file with a secret a line)", e);
        }
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException(file + " holds no secret (expected: at least one, one a line)");
        }
        return secrets;
    }
}
