package dev.multipool.rpc.server.admin;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * Where the admin port is and what it lets people do.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 takes a free one
 * @param token what a request must carry that changes something or profiles; null when none is set, which is allowed on
 *     loopback only
 * @param changes whether pools may be resized
 * @param profiling whether profiles may be taken
 */
public record AdminSettings(String host, int port, @Nullable String token, boolean changes, boolean profiling) {
    private static final int LEAST_TOKEN_LENGTH = 16;

    public AdminSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535)");
        }
        if (token != null && token.length() < LEAST_TOKEN_LENGTH) {
            throw new IllegalArgumentException("token: " + token.length() + " characters (expected: at least "
                    + LEAST_TOKEN_LENGTH + ", or none)");
        }
        if (token == null && (changes || profiling) && !isLoopback(host)) {
            throw new IllegalArgumentException("host: " + host + " is open to the network and there is no token"
                    + " (expected: a token, or neither changes nor profiling, or a loopback address)");
        }
    }

    /** On loopback, with changes and without profiling. */
    public static AdminSettings onLoopback(int port) {
        return new AdminSettings("127.0.0.1", port, null, true, false);
    }

    boolean onLoopback() {
        return isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            // it can't be listened on either, which is told then
            return false;
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "AdminSettings[host=" + host + ", port=" + port + ", token=" + (token == null ? "none" : "***")
                + ", changes=" + changes + ", profiling=" + profiling + "]";
    }
}
