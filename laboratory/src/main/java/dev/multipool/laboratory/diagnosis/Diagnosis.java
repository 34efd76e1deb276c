package dev.multipool.laboratory.diagnosis;

import dev.multipool.bench.result.Fault;
import dev.multipool.laboratory.diagnosis.Observation.CpuUse;
import dev.multipool.laboratory.result.Verdict;
import dev.multipool.laboratory.result.Verdict.Cause;
import dev.multipool.laboratory.result.Verdict.Measure;
import dev.multipool.laboratory.sampling.SampledPool;
import dev.multipool.laboratory.sampling.SampledPool.States;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run: what limited it, then which pools have more threads than they need.
 *
 * <p>The first limit that holds is told, in this order: the generator, a quota, the server's cores, Redis, a pool, cores that are
 * nearly used up, calls that the generator could not send in time, the load.
 * Of a service without ledgers a pool is a group of threads as a profiler saw them; without samples nothing is said of it.
 * What comes later in this order is an effect of what comes earlier: a pool on cores that are all busy looks too small, too. As long
 * as cores have time to spare, it is the pool that keeps calls from it.
 *
 * <p><b>Threads:</b> pure functions.
 */
public final class Diagnosis {
    /** Of the cores that it may use; from here on a process has no more to give. */
    private static final double CORES_USED_UP = 0.9;
    /** Of the cores that it may use; from here on calls wait for them at times. */
    private static final double CORES_NEARLY_USED_UP = 0.85;

    private static final double THROTTLED = 0.05;
    /** Of a pool's thread time; from here on a task finds no free thread most of the time. */
    private static final double POOL_USED_UP = 0.9;
    /** Of a pool's service time: tasks that queue for longer than this make calls slow. */
    private static final double LONG_QUEUE = 0.25;

    private static final double MOSTLY = 0.5;
    /** On one machine Redis answers in a tenth of this. */
    private static final double SLOW_REDIS_MILLIS = 1.5;

    /** With these the generator did less than it was told to, whatever the server did. */
    private static final Set<Fault> GENERATOR_HELD_UP = EnumSet.of(Fault.GENERATOR_BOTTLENECK, Fault.GENERATOR_PAUSED);

    private static final double MUCH_IDLE = 0.4;
    private static final double TOO_MANY = 1.3;
    private static final int WORTH_SAVING = 2;

    private final Observation seen;
    private final List<PoolView> pools;

    private Diagnosis(Observation seen) {
        this.seen = seen;
        this.pools = seen.pools().stream()
                .map(ledger -> new PoolView(ledger, seen))
                .filter(PoolView::worked)
                .toList();
    }

    /** The verdicts about a run, the limit first; none where nothing tells what it was. */
    public static List<Verdict> of(Observation seen) {
        Diagnosis diagnosis = new Diagnosis(seen);
        List<Verdict> verdicts = new ArrayList<>();
        diagnosis.limit().ifPresent(verdicts::add);
        diagnosis.pools.stream().flatMap(pool -> joins(pool).stream()).forEach(verdicts::add);
        diagnosis.pools.stream().flatMap(pool -> oversized(pool).stream()).forEach(verdicts::add);
        return verdicts;
    }

    private Optional<Verdict> limit() {
        return generator()
                .or(this::quota)
                .or(this::cores)
                .or(this::redis)
                .or(this::pool)
                .or(this::nearlyUsedUpCores)
                .or(this::threads)
                .or(() -> complaint(EnumSet.of(Fault.SCHEDULE_NOT_KEPT)))
                .or(this::load);
    }

    private Optional<Verdict> generator() {
        CpuUse cpu = seen.cpu();
        Double used = cpu.generator();
        if (hasServerUsed(CORES_NEARLY_USED_UP)) {
            return Optional.empty();
        }
        if (used != null) {
            double beside = cpu.redis() == null || cpu.redisApart() ? 0 : cpu.redis();
            // with Redis on the same cores there is less for the generator; the larger of the two is the limit
            if (used > beside && used + beside >= CORES_NEARLY_USED_UP * cpu.generatorCores()) {
                return Optional.of(new Facts()
                        .with(Measure.GENERATOR_CORES_USED, used)
                        .with(Measure.GENERATOR_CORES, cpu.generatorCores())
                        .with(Measure.REDIS_CORES_USED, beside > 0 ? beside : null)
                        .withServer(cpu)
                        .verdict(Cause.GENERATOR_CORES, null));
            }
        }
        return complaint(GENERATOR_HELD_UP);
    }

    private Optional<Verdict> complaint(Set<Fault> faults) {
        return seen.generatorComplaints().stream()
                .filter(complaint -> faults.contains(complaint.fault()))
                .findFirst()
                .map(complaint -> new Verdict(Cause.GENERATOR_COMPLAINT, null, Map.of(), complaint));
    }

    private Optional<Verdict> quota() {
        Double throttled = seen.cpu().throttledShare();
        return throttled == null || throttled < THROTTLED
                ? Optional.empty()
                : Optional.of(new Facts()
                        .with(Measure.THROTTLED_SHARE, throttled)
                        .withServer(seen.cpu())
                        .verdict(Cause.CPU_QUOTA, null));
    }

    private Optional<Verdict> cores() {
        boolean starved = pools.stream().anyMatch(this::isStarved);
        return seen.cpu().server() == null || !(hasServerUsed(CORES_USED_UP) || starved)
                ? Optional.empty()
                : Optional.of(cores(hasServerUsed(CORES_NEARLY_USED_UP) ? Cause.SERVER_CORES : Cause.SERVER_STARVED));
    }

    /** A pool that is hardly used may wait for a core most of its time, too: what waits must be enough to fill what is free. */
    private boolean isStarved(PoolView pool) {
        double free = seen.cpu().serverCores() - orZero(seen.cpu().server());
        return pool.runQueueShareOfBusy() >= MOSTLY && pool.threadsWaitingForACore() >= MOSTLY * free;
    }

    private Optional<Verdict> nearlyUsedUpCores() {
        return hasServerUsed(CORES_NEARLY_USED_UP) ? Optional.of(cores(Cause.SERVER_CORES)) : Optional.empty();
    }

    private Verdict cores(Cause cause) {
        Facts facts = new Facts().withServer(seen.cpu());
        return pools.stream()
                .filter(pool -> pool.cpuMillis() != null)
                .max(Comparator.comparingDouble(pool -> pool.ratePerSecond() * orZero(pool.cpuMillis())))
                .map(pool -> facts.with(Measure.TASK_CPU_MILLIS, pool.cpuMillis())
                        .with(Measure.TASK_RUN_QUEUE_MILLIS, pool.runQueueMillis())
                        .verdict(cause, pool.name()))
                .orElseGet(() -> facts.verdict(cause, null));
    }

    private Optional<Verdict> redis() {
        return pools.stream()
                .filter(pool -> pool.redisMillis().orElse(0.0) >= SLOW_REDIS_MILLIS)
                .filter(pool -> pool.redisMillis().orElse(0.0) >= MOSTLY * pool.serviceMillis())
                .max(Comparator.comparingDouble(PoolView::busyThreads))
                .map(pool -> new Facts()
                        .with(Measure.TASK_REDIS_MILLIS, pool.redisMillis().orElse(0.0))
                        .with(Measure.TASK_SERVICE_MILLIS, pool.serviceMillis())
                        .with(Measure.REDIS_CORES_USED, seen.cpu().redis())
                        .with(Measure.THREADS, pool.threads())
                        .with(Measure.BUSY_SHARE, pool.busyShare())
                        .withServer(seen.cpu())
                        .verdict(Cause.REDIS, pool.name()));
    }

    /** Of the pools that are used up, the one that does not only wait for another. */
    private Optional<Verdict> pool() {
        return pools.stream()
                .filter(pool -> pool.busyShare() >= POOL_USED_UP)
                .filter(pool -> pool.queueMillis() >= LONG_QUEUE * pool.serviceMillis())
                .min(Comparator.comparingDouble(PoolView::joinShareOfBusy))
                .map(pool -> new Facts()
                        .with(Measure.THREADS, pool.threads())
                        .with(Measure.BUSY_SHARE, pool.busyShare())
                        .withMostlyWaiting(pool)
                        .with(Measure.TASK_QUEUE_MILLIS, pool.queueMillis())
                        .with(Measure.TASK_SERVICE_MILLIS, pool.serviceMillis())
                        .with(Measure.THREADS_ENOUGH, Math.ceil(pool.activeTasks()))
                        .withServer(seen.cpu())
                        .verdict(Cause.POOL_TOO_SMALL, pool.name()));
    }

    /** Of the groups of threads that are used up, the largest; where the pools tell more themselves, none. */
    private Optional<Verdict> threads() {
        return seen.pools().isEmpty()
                ? seen.sampled().stream()
                        .filter(group -> group.threads() > 1)
                        .filter(group -> 1 - group.states().idle() >= POOL_USED_UP)
                        .max(Comparator.comparingInt(SampledPool::threads))
                        .map(group -> new Facts()
                                .with(Measure.THREADS, group.threads())
                                .with(Measure.BUSY_SHARE, 1 - group.states().idle())
                                .withMostlyWaiting(group.states())
                                .withServer(seen.cpu())
                                .verdict(Cause.THREADS_USED_UP, group.pool()))
                : Optional.empty();
    }

    private Optional<Verdict> load() {
        if (seen.pools().isEmpty() && seen.sampled().isEmpty()) {
            return Optional.empty();
        }
        Integer users = seen.load().users();
        Facts facts = new Facts()
                .with(Measure.USERS, users)
                .with(Measure.CALLS_PER_SECOND, seen.load().throughputPerSecond())
                .withServer(seen.cpu());
        return Optional.of(pools.stream()
                .max(Comparator.comparingDouble(PoolView::workingThreads))
                .map(pool -> facts.with(Measure.THREADS_BUSY, pool.busyThreads())
                        .with(Measure.THREADS, pool.threads())
                        .verdict(Cause.LOAD, pool.name()))
                .orElseGet(() -> facts.verdict(Cause.LOAD, null)));
    }

    private static Optional<Verdict> joins(PoolView pool) {
        return pool.joinShareOfBusy() < MOSTLY
                ? Optional.empty()
                : Optional.of(new Facts()
                        .with(Measure.JOIN_SHARE, Math.min(1, pool.joinShareOfBusy()))
                        .with(Measure.THREADS_BUSY, pool.busyThreads())
                        .verdict(Cause.WAITS_FOR_POOLS, pool.name()));
    }

    private static Optional<Verdict> oversized(PoolView pool) {
        int enough = pool.threadsEnough();
        boolean tooMany = pool.idleShare() >= MUCH_IDLE
                && pool.threads() >= TOO_MANY * enough
                && pool.threads() - enough >= WORTH_SAVING;
        return tooMany
                ? Optional.of(new Facts()
                        .with(Measure.THREADS, pool.threads())
                        .with(Measure.IDLE_SHARE, pool.idleShare())
                        .with(Measure.THREADS_ENOUGH, enough)
                        .verdict(Cause.POOL_OVERSIZED, pool.name()))
                : Optional.empty();
    }

    private boolean hasServerUsed(double share) {
        Double used = seen.cpu().server();
        return used != null && used >= share * seen.cpu().serverCores();
    }

    private static double orZero(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    /** Collects the figures of a verdict; what is not known is left out. */
    private static final class Facts {
        private final Map<Measure, Double> figures = new EnumMap<>(Measure.class);

        private Facts with(Measure measure, @Nullable Number value) {
            if (value != null) {
                figures.put(measure, value.doubleValue());
            }
            return this;
        }

        private Facts withServer(CpuUse cpu) {
            return cpu.server() == null
                    ? this
                    : with(Measure.SERVER_CORES_USED, cpu.server()).with(Measure.SERVER_CORES, cpu.serverCores());
        }

        /** What the busy threads waited for, if for one thing most of their time. */
        private Facts withMostlyWaiting(PoolView pool) {
            if (pool.joinShareOfBusy() >= MOSTLY) {
                return with(Measure.JOIN_SHARE, pool.joinShareOfBusy());
            }
            return pool.ioShareOfBusy() >= MOSTLY ? with(Measure.IO_SHARE, pool.ioShareOfBusy()) : this;
        }

        /** What the threads waited for, if for one thing most of their busy time. */
        private Facts withMostlyWaiting(States states) {
            double busy = 1 - states.idle();
            double io = (states.waiting().redis() + states.waiting().otherIo()) / busy;
            if (io >= MOSTLY) {
                return with(Measure.IO_SHARE, io);
            }
            if (states.waiting().join() / busy >= MOSTLY) {
                return with(Measure.JOIN_SHARE, states.waiting().join() / busy);
            }
            return states.waiting().lock() / busy >= MOSTLY
                    ? with(Measure.LOCK_SHARE, states.waiting().lock() / busy)
                    : this;
        }

        private Verdict verdict(Cause cause, @Nullable String pool) {
            return new Verdict(cause, pool, figures, null);
        }
    }
}
