package dev.multipool.perf.advice;

import dev.multipool.capacity.search.ProcessAdvice;
import dev.multipool.capacity.search.ProcessAdvice.Limit;
import dev.multipool.capacity.search.SizeAdvice;
import dev.multipool.laboratory.process.JvmSnapshot;
import dev.multipool.laboratory.process.JvmSnapshot.Pool;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.perf.advice.AdviceTrial.Pause;
import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The pools of a JVM that has the agent. */
final class JvmControl implements PoolControl {
    private static final double NANOS_PER_MILLI = 1e6;

    private final ServerLedgers jvm;
    private final Duration window;
    private final Pause pause;
    private JvmSnapshot last;

    /** @param window how long the pools are watched for advice */
    JvmControl(ServerLedgers jvm, Duration window, Pause pause) throws InterruptedException {
        this.jvm = jvm;
        this.window = window;
        this.pause = pause;
        this.last = jvm.snapshot();
    }

    /** Watches the pools, and says what limits the process. */
    ProcessAdvice advise() throws InterruptedException {
        JvmSnapshot before = jvm.snapshot();
        pause.pass(window);
        JvmSnapshot now = jvm.snapshot();
        return ProcessAdvice.of(now.since(before), now.coreLoadSince(before));
    }

    /** Larger sizes of the pools, where these are what limits the process. */
    static Map<String, PoolAdvice> larger(ProcessAdvice advice) {
        Map<String, PoolAdvice> byPool = new LinkedHashMap<>();
        if (advice.limit() == Limit.POOLS) {
            for (SizeAdvice each : advice.pools()) {
                if (each.threads() > each.threadsNow()) {
                    byPool.put(each.pool(), new PoolAdvice(each.threadsNow(), each.threads(), each.reasons()));
                }
            }
        }
        return byPool;
    }

    @Override
    public Map<String, PoolAdvice> advice() throws InterruptedException {
        return larger(advise());
    }

    @Override
    public Map<String, PoolReading> read() throws InterruptedException {
        JvmSnapshot now = jvm.snapshot();
        Map<String, PoolReading> byPool = new TreeMap<>();
        now.since(last).forEach(seen -> {
            String name = seen.config().name();
            Pool pool = now.pools().get(name);
            if (pool != null) {
                byPool.put(name, reading(pool.ledger(), seen.ledger()));
            }
        });
        last = now;
        return byPool;
    }

    private static PoolReading reading(LedgerSnapshot all, LedgerSnapshot lately) {
        Distribution queued = all.queueTimeNanos();
        Distribution served = all.serviceTimeNanos();
        return new PoolReading(
                all.windowNanos() / 1e9,
                all.completions() + all.failures(),
                (queued.sum() + served.sum()) / NANOS_PER_MILLI,
                all.counts().rejections().total(),
                (lately.queueTimeNanos().percentile(99)
                                + lately.serviceTimeNanos().percentile(99))
                        / NANOS_PER_MILLI);
    }

    /** Sets the size by the pool's own setters, and reads it back. */
    @Override
    public void resize(String pool, int threads) throws InterruptedException {
        PoolConfig now = config(pool);
        int core = now.kind() == PoolKind.FIXED ? threads : Math.min(now.coreThreads(), threads);
        PoolConfig to = PoolConfig.builder(pool)
                .kind(now.kind())
                .coreThreads(core)
                .maxThreads(threads)
                .queue(now.queueCapacity())
                .build();
        jvm.resize(to);
        int read = config(pool).maxThreads();
        if (read != threads) {
            throw new ProcessFailedException(
                    "pool " + pool + " has at most " + read + " threads (expected: " + threads + ", which was set)");
        }
    }

    private PoolConfig config(String pool) throws InterruptedException {
        Pool found = jvm.snapshot().pools().get(pool);
        if (found == null) {
            throw new ProcessFailedException("pool " + pool + " is gone (expected: a pool at work)");
        }
        return found.config();
    }
}
