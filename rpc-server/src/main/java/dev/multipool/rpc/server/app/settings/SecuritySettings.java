package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.server.credential.CredentialFile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who may call the server, and who can listen in.
 *
 * @param tls the files of TLS; null for plain connections
 * @param reloadInterval how often these and the credentials are looked at for changes
 * @param credentials what the first call of each connection must bring; null when nothing
 * @param maxWrongCredentials from one address within a minute
 */
public record SecuritySettings(
        @Nullable TlsFiles tls,
        Duration reloadInterval,
        @Nullable CredentialFile credentials,
        int maxWrongCredentials) {}
