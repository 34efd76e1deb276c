package dev.multipool.perf.own;

import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.Profiler;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunningService;
import dev.multipool.pools.PoolConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process of our server. The bounds of its pools can be changed while it runs.
 *
 * <p><b>Lifecycle:</b> closing it also removes the control group of a quota.
 */
final class RunningOwnServer implements RunningService {
    private static final String POOLS = "pools.";

    private final Deque<Runnable> toClose;
    private final Path gcLog;
    private final ServerProcess server;
    private final ServerLedgers ledgers;
    private final @Nullable CpuQuota quota;
    private Variant variant;

    RunningOwnServer(
            Deque<Runnable> toClose,
            Path gcLog,
            ServerProcess server,
            ServerLedgers ledgers,
            @Nullable CpuQuota quota,
            Variant variant) {
        this.toClose = toClose;
        this.gcLog = gcLog;
        this.server = server;
        this.ledgers = ledgers;
        this.quota = quota;
        this.variant = variant;
    }

    @Override
    public long pid() {
        return server.pid();
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public List<Long> pids() {
        return List.of(server.pid());
    }

    @Override
    public boolean fits(Variant other) {
        return changes(variant, other).isPresent();
    }

    @Override
    public void change(Variant other) throws InterruptedException {
        for (PoolConfig to : changes(variant, other).orElseThrow()) {
            ledgers.resize(to);
        }
        variant = other;
    }

    /** The pools that have other bounds in the second server; nothing when the two differ in more. */
    static Optional<List<PoolConfig>> changes(Variant from, Variant to) {
        boolean samePlace = to.profiled() == from.profiled()
                && Objects.equals(to.javaHome(), from.javaHome())
                && Objects.equals(to.cpus(), from.cpus())
                && Objects.equals(to.cpuQuota(), from.cpuQuota());
        if (!samePlace || !to.server().keySet().equals(from.server().keySet())) {
            return Optional.empty();
        }
        List<PoolConfig> changed = new ArrayList<>();
        for (Map.Entry<String, String> setting : from.server().entrySet()) {
            String text = to.server().getOrDefault(setting.getKey(), "");
            if (!text.equals(setting.getValue())) {
                Optional<PoolConfig> resized = resized(setting.getKey(), setting.getValue(), text);
                if (resized.isEmpty()) {
                    return Optional.empty();
                }
                changed.add(resized.get());
            }
        }
        return Optional.of(changed);
    }

    /** The pool as the second text has it, when the first one can be resized to it. */
    private static Optional<PoolConfig> resized(String key, String before, String after) {
        if (!key.startsWith(POOLS)) {
            return Optional.empty();
        }
        String pool = key.substring(POOLS.length());
        PoolConfig from = PoolConfig.parse(pool, before);
        PoolConfig to = PoolConfig.parse(pool, after);
        return from.kind() == to.kind()
                        && from.resized(
                                        to.coreThreads(),
                                        to.maxThreads(),
                                        to.queue().capacity())
                                .equals(to)
                ? Optional.of(to)
                : Optional.empty();
    }

    @Override
    public ServerLedgers ledgers() {
        return ledgers;
    }

    /** Which needs a server that was started profiled. */
    @Override
    public @Nullable Profiler profiler() {
        return variant.profiled() ? ledgers.profiler() : null;
    }

    @Override
    public Path gcLog() {
        return gcLog;
    }

    @Override
    public @Nullable CpuQuota quota() {
        return quota;
    }

    @Override
    public void requireAlive() {
        server.requireAlive();
    }

    @Override
    public @Nullable Map<String, Long> stop() {
        return server.stop();
    }

    @Override
    public void close() {
        toClose.forEach(Runnable::run);
        toClose.clear();
    }
}
