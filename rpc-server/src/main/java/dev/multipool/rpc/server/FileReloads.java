package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.server.credential.CredentialFile;
import dev.multipool.rpc.server.journal.LogKind;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks now and then whether the files of TLS and of credentials have changed, and takes over what they hold then. */
final class FileReloads {
    private static final Logger log = LoggerFactory.getLogger(FileReloads.class);

    private FileReloads() {}

    /**
     * Begins to look at the files, until the stop.
     *
     * @param tls reads the files of TLS; null for plain connections
     */
    static void begin(
            ServerLoops loops, RpcServerSettings.Security security, @Nullable Tls tls, RateLimitedLog limited) {
        if (tls != null) {
            loops.schedule(security.reloadInterval(), () -> lookAt(limited, "the files of TLS", tls::reload));
        }
        if (security.verifier() instanceof CredentialFile file) {
            loops.schedule(security.reloadInterval(), () -> lookAt(limited, "the file of credentials", file::reload));
        }
    }

    /** Never throws: that would be the last look. */
    private static void lookAt(RateLimitedLog limited, String what, Runnable reload) {
        try {
            reload.run();
        } catch (Throwable t) {
            limited.warnOfFailure(LogKind.LOOK_FAILED, log, () -> what + " can't be looked at", t);
        }
    }
}
