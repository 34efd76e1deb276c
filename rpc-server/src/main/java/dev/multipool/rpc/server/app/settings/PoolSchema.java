package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolGraph;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.Pools;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the pools and which of them waits for which. */
final class PoolSchema {
    /** The default of the pool {@code business}. */
    static final String DEFAULT = "fixed:threads=16,queue=1000";

    private PoolSchema() {}

    /**
     * Reads the pools and finds their waits.
     *
     * @throws SettingsException when a pool does not fit what runs on it, or pools wait in a cycle
     */
    static PoolPlan read(
            RawSettings raw, Map<MethodSchema.Method, MethodSettings> methods, QueryItemsSettings queryItems) {
        Map<String, PoolConfig> configs = readConfigs(raw, queryItems);
        methods.forEach((method, settings) -> requireFitting(method, settings, configs));
        MethodSettings method = methods.getOrDefault(
                MethodSchema.QUERY_ITEMS, new MethodSettings(ExecutionModel.DIRECT, "business", 1, true));
        if (method.execution() != ExecutionModel.DIRECT) {
            requirePools(queryItems, configs);
            FanOutRoom.require(method, queryItems, configs);
        }
        List<PoolPlan.Wait> waits = method.usesPool() ? findWaits(method.pool(), queryItems) : List.of();
        requireNoCycle(waits);
        configs.forEach(PoolSchema::requireSupported);
        return new PoolPlan(Collections.unmodifiableMap(configs), waits);
    }

    private static List<PoolPlan.Wait> findWaits(String business, QueryItemsSettings items) {
        return switch (items.layout()) {
            case COMMON_SELECT ->
                List.of(
                        new PoolPlan.Wait(business, items.commonPool()),
                        new PoolPlan.Wait(items.commonPool(), items.selectPool()));
            case IO_CPU ->
                List.of(new PoolPlan.Wait(business, items.ioPool()), new PoolPlan.Wait(business, items.cpuPool()));
        };
    }

    /** The pools that exist unless configured otherwise, by name. */
    static Map<String, String> listDefaults(ItemLayout layout, String ioThreads, String cpuThreads) {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("business", DEFAULT);
        switch (layout) {
            case COMMON_SELECT -> {
                defaults.put("common", "fixed:threads=8,queue=10000");
                defaults.put("select", "fixed:threads=12,queue=10000");
            }
            case IO_CPU -> {
                defaults.put("io", "fixed:threads=" + ioThreads + ",queue=10000");
                defaults.put("cpu", "fixed:threads=" + cpuThreads + ",queue=10000");
            }
        }
        return defaults;
    }

    private static Map<String, PoolConfig> readConfigs(RawSettings raw, QueryItemsSettings items) {
        int cores = Runtime.getRuntime().availableProcessors();
        Map<String, RawValue> texts = new LinkedHashMap<>();
        listDefaults(items.layout(), Integer.toString(2 * cores), Integer.toString(cores + 1))
                .forEach((name, spec) -> texts.put(name, new RawValue(spec, "the default")));
        texts.putAll(raw.pools());
        Map<String, PoolConfig> configs = new LinkedHashMap<>();
        texts.forEach((name, value) -> {
            try {
                configs.put(name, PoolConfig.parse(name, value.text()));
            } catch (IllegalArgumentException e) {
                throw new SettingsException(PoolKeys.of(name) + ": \"" + value.text() + "\" from " + value.origin()
                        + ": " + e.getMessage());
            }
        });
        return configs;
    }

    private static void requireFitting(
            MethodSchema.Method method, MethodSettings settings, Map<String, PoolConfig> configs) {
        PoolConfig pool = requirePool(method.pool, settings.pool(), configs);
        if (settings.execution() == ExecutionModel.VIRTUAL && pool.kind() != PoolKind.VIRTUAL) {
            throw new SettingsException(method.pool.key() + ": \"" + pool.name() + "\" is a pool of kind "
                    + pool.kind().word() + " (expected: kind virtual, since " + method.execution.key()
                    + " is virtual)");
        }
    }

    private static void requirePools(QueryItemsSettings items, Map<String, PoolConfig> configs) {
        if (items.layout() == ItemLayout.COMMON_SELECT) {
            requirePool(MethodSchema.COMMON_POOL, items.commonPool(), configs);
            requirePool(MethodSchema.SELECT_POOL, items.selectPool(), configs);
        } else {
            requirePool(MethodSchema.IO_POOL, items.ioPool(), configs);
            requirePool(MethodSchema.CPU_POOL, items.cpuPool(), configs);
        }
    }

    private static PoolConfig requirePool(Setting<String> setting, String name, Map<String, PoolConfig> configs) {
        PoolConfig pool = configs.get(name);
        if (pool == null) {
            throw new SettingsException(
                    setting.key() + ": \"" + name + "\" (expected: one of " + new ArrayList<>(configs.keySet()) + ")");
        }
        return pool;
    }

    private static void requireNoCycle(List<PoolPlan.Wait> waits) {
        PoolGraph.Builder graph = PoolGraph.builder();
        waits.forEach(wait -> graph.waits(wait.waiting(), wait.other()));
        try {
            graph.build();
        } catch (IllegalArgumentException e) {
            throw new SettingsException("methods.query-items: " + e.getMessage());
        }
    }

    /** A virtual pool on a JDK without virtual threads; making a pool starts no thread. */
    private static void requireSupported(String name, PoolConfig config) {
        try {
            Pools.create(config).close();
        } catch (UnsupportedOperationException e) {
            throw new SettingsException(PoolKeys.of(name) + ": " + e.getMessage());
        }
    }
}
