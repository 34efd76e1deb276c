package dev.multipool.redis.provision;

import java.util.HashMap;
import java.util.Map;

/**
 * What a server says about itself in {@code INFO server}.
 *
 * @param name {@code redis} or {@code valkey}
 * @param version its version, such as {@code 7.0.15}
 * @param processId the process as the server sees it: inside a container that is not the host's number
 */
public record ServerInfo(String name, String version, long processId) {
    /** Of a server whose user may not ask. */
    static final ServerInfo UNKNOWN = new ServerInfo("redis", "of unknown version", -1);

    /** Reads the server's answer to {@code INFO server}. */
    public static ServerInfo parse(String info) {
        Map<String, String> fields = new HashMap<>();
        for (String line : info.lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        // Valkey keeps a redis_version for compatibility; its own is the one to tell.
        String version = fields.getOrDefault("valkey_version", fields.getOrDefault("redis_version", "unknown"));
        String name = fields.getOrDefault("server_name", "redis");
        return new ServerInfo(name, version, Long.parseLong(fields.getOrDefault("process_id", "-1")));
    }
}
