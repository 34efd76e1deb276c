package dev.multipool.rpc.server.app.operation;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.settings.EffectiveSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings as a tree; of pools, those that hold now. */
final class Configuration {
    private static final String POOLS = "pools.";

    private final List<EffectiveSetting> settings;
    private final RpcServer server;

    Configuration(List<EffectiveSetting> settings, RpcServer server) {
        this.settings = settings;
        this.server = server;
    }

    List<Map<String, Object>> tree() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (EffectiveSetting setting : settings) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("key", setting.key());
            row.put("value", setting.value());
            row.put("from", setting.origin());
            rows.add(row);
        }
        for (MeasuredPool pool : server.pools()) {
            String now = pool.config().spec();
            rows.stream()
                    .filter(row -> (POOLS + pool.config().name()).equals(row.get("key")))
                    .filter(row -> !sameBounds(pool, String.valueOf(row.get("value"))))
                    .forEach(row -> {
                        row.put("from", "resized while running, from " + row.get("value"));
                        row.put("value", now);
                    });
        }
        return rows;
    }

    /** A spec may be written in more than one way. */
    private static boolean sameBounds(MeasuredPool pool, String spec) {
        return PoolConfig.parse(pool.config().name(), spec).equals(pool.config());
    }
}
