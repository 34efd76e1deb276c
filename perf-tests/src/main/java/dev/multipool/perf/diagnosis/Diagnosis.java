package dev.multipool.perf.diagnosis;

import dev.multipool.perf.diagnosis.Observation.CpuUse;
import dev.multipool.perf.result.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run: what limited it, then which pools have more threads than they need. Each sentence has the figures that it
 * rests on.
 *
 * <p>The first limit that holds is told, in this order: the generator, a quota, the server's cores, Redis, a pool, the load.
 * What comes later in this order is an effect of what comes earlier: a pool on cores that are all busy looks too small, too.
 *
 * <p><b>Threads:</b> pure functions.
 */
public final class Diagnosis {
    /** Of the cores that it may use; from here on a process has no more to give. */
    private static final double CORES_USED_UP = 0.85;

    private static final double THROTTLED = 0.05;
    /** Of a pool's thread time; from here on a task finds no free thread most of the time. */
    private static final double POOL_USED_UP = 0.9;
    /** Of a pool's service time: tasks that queue for longer than this make calls slow. */
    private static final double LONG_QUEUE = 0.25;

    private static final double MOSTLY = 0.5;
    /** On one machine Redis answers in a tenth of this. */
    private static final double SLOW_REDIS_MILLIS = 1.5;

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

    /** The sentences about a run: at least one, the limit first. Each is a whole sentence and short. */
    public static List<String> of(Observation seen) {
        Diagnosis diagnosis = new Diagnosis(seen);
        List<String> sentences = new ArrayList<>(diagnosis.limit());
        diagnosis.pools.stream().flatMap(pool -> diagnosis.joins(pool).stream()).forEach(sentences::add);
        diagnosis.pools.stream()
                .flatMap(pool -> diagnosis.oversized(pool).stream())
                .forEach(sentences::add);
        return sentences;
    }

    private List<String> limit() {
        return generator()
                .or(this::quota)
                .or(this::cores)
                .or(this::redis)
                .or(this::pool)
                .orElseGet(this::load);
    }

    private Optional<List<String>> generator() {
        CpuUse cpu = seen.cpu();
        Double used = cpu.generator();
        if (serverUsedUp()) {
            return Optional.empty();
        }
        if (used != null) {
            double beside = cpu.redis() == null || cpu.redisApart() ? 0 : cpu.redis();
            // with Redis on the same cores there is less for the generator; the larger of the two is the limit
            if (used > beside && used + beside >= CORES_USED_UP * cpu.generatorCores()) {
                return Optional.of(sentences(
                        "The generator was the limit, not the server: it used " + Figure.cores(used) + " of its "
                                + cores(cpu.generatorCores()) + ".",
                        beside > 0 ? "Redis used " + Figure.cores(beside) + " of the same." : "",
                        serverHad()));
            }
        }
        return seen.generatorComplaints().stream()
                .findFirst()
                .map(complaint -> List.of("The generator was the limit, not the server: " + complaint + "."));
    }

    private Optional<List<String>> quota() {
        Double throttled = seen.cpu().throttledShare();
        return throttled == null || throttled < THROTTLED
                ? Optional.empty()
                : Optional.of(sentences(
                        "The CPU quota was the limit: the server was stopped in " + percent(throttled)
                                + " of its periods.",
                        serverHad()));
    }

    private Optional<List<String>> cores() {
        CpuUse cpu = seen.cpu();
        Double used = cpu.server();
        boolean starved = pools.stream().anyMatch(pool -> pool.runQueueShareOfBusy() >= MOSTLY);
        if (used == null || !(serverUsedUp() || starved)) {
            return Optional.empty();
        }
        String computing = pools.stream()
                .filter(pool -> pool.cpuMillis() != null)
                .max(Comparator.comparingDouble(pool -> pool.ratePerSecond() * orZero(pool.cpuMillis())))
                .map(pool -> "A task of " + pool.name() + " computed for " + Figure.millis(orZero(pool.cpuMillis()))
                        + " ms and its thread waited for a core for " + Figure.millis(pool.runQueueMillis()) + " ms.")
                .orElse("");
        return Optional.of(sentences(
                "The server was CPU-bound: it used " + Figure.cores(used) + " of its " + cores(cpu.serverCores())
                        + (serverUsedUp() ? "." : " and got no more, since other work held it."),
                computing,
                "More threads would bring no more calls."));
    }

    private Optional<List<String>> redis() {
        return pools.stream()
                .filter(pool -> pool.redisMillis().orElse(0.0) >= SLOW_REDIS_MILLIS)
                .filter(pool -> pool.redisMillis().orElse(0.0) >= MOSTLY * pool.serviceMillis())
                .max(Comparator.comparingDouble(PoolView::busyThreads))
                .map(pool -> {
                    double millis = pool.redisMillis().orElse(0.0);
                    Double cores = seen.cpu().redis();
                    return sentences(
                            "Redis was the limit: a task of " + pool.name() + " waited for it for "
                                    + Figure.millis(millis) + " of its " + Figure.millis(pool.serviceMillis())
                                    + " ms (" + percent(millis / pool.serviceMillis()) + ").",
                            cores == null ? "" : "Redis itself used " + Figure.cores(cores) + " cores.",
                            "Pool " + pool.name() + " has " + threads(pool.threads()) + ", busy "
                                    + percent(pool.busyShare()) + " of the time.",
                            serverHad());
                });
    }

    /** Of the pools that are used up, the one that does not only wait for another. */
    private Optional<List<String>> pool() {
        return pools.stream()
                .filter(pool -> pool.busyShare() >= POOL_USED_UP)
                .filter(pool -> pool.queueMillis() >= LONG_QUEUE * pool.serviceMillis())
                .min(Comparator.comparingDouble(PoolView::joinShareOfBusy))
                .map(pool -> sentences(
                        "Pool " + pool.name() + " was the limit, it is too small: its " + threads(pool.threads())
                                + (pool.threads() == 1 ? " was busy " : " were busy ") + percent(pool.busyShare())
                                + " of the time.",
                        doing(pool),
                        "A task queued for " + Figure.millis(pool.queueMillis()) + " ms before its "
                                + Figure.millis(pool.serviceMillis()) + " ms of service.",
                        String.format(Locale.ROOT, "%.0f", Math.ceil(pool.activeTasks()))
                                + " threads would have taken every task at once.",
                        serverHad()));
    }

    private List<String> load() {
        Integer users = seen.load().users();
        String busiest = pools.stream()
                .max(Comparator.comparingDouble(PoolView::busyShare))
                .map(pool -> "The busiest pool, " + pool.name() + ", had " + number(pool.busyThreads()) + " of "
                        + threads(pool.threads()) + " busy.")
                .orElse("");
        return sentences(
                "The load was the limit: "
                        + (users == null
                                ? Figure.perSecond(seen.load().throughputPerSecond()) + " calls/s were asked for."
                                : users + (users == 1 ? " user keeps" : " users keep")
                                        + " no more than as many calls under way."),
                serverHad(),
                busiest);
    }

    private Optional<String> joins(PoolView pool) {
        return pool.joinShareOfBusy() < MOSTLY
                ? Optional.empty()
                : Optional.of("Pool " + pool.name() + " mostly waits for other pools: "
                        + percent(Math.min(1, pool.joinShareOfBusy())) + " of its busy time is spent in joins ("
                        + number(pool.busyThreads()) + " threads busy on average).");
    }

    private Optional<String> oversized(PoolView pool) {
        int enough = pool.threadsEnough();
        boolean tooMany = pool.idleShare() >= MUCH_IDLE
                && pool.threads() >= TOO_MANY * enough
                && pool.threads() - enough >= WORTH_SAVING;
        return tooMany
                ? Optional.of("Pool " + pool.name() + " is oversized: its " + threads(pool.threads())
                        + " are idle in getTask "
                        + percent(pool.idleShare()) + " of the time, and " + threads(enough)
                        + " would have carried this load.")
                : Optional.empty();
    }

    private static String doing(PoolView pool) {
        double io = pool.ioShareOfBusy();
        double join = pool.joinShareOfBusy();
        if (join >= MOSTLY) {
            return "Of that, " + percent(join) + " was waiting for other pools.";
        }
        return io >= MOSTLY ? "Of that, " + percent(io) + " was waiting for input and output." : "";
    }

    private boolean serverUsedUp() {
        Double used = seen.cpu().server();
        return used != null && used >= CORES_USED_UP * seen.cpu().serverCores();
    }

    private String serverHad() {
        Double used = seen.cpu().server();
        return used == null
                ? ""
                : "The server used " + Figure.cores(used) + " of its "
                        + cores(seen.cpu().serverCores()) + ".";
    }

    /** Those that there is something to say in. */
    private static List<String> sentences(String... some) {
        return Stream.of(some).filter(sentence -> !sentence.isEmpty()).toList();
    }

    private static double orZero(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static String cores(double cores) {
        String number = cores == Math.rint(cores)
                ? String.format(Locale.ROOT, "%.0f", cores)
                : String.format(Locale.ROOT, "%.1f", cores);
        return number + (cores == 1 ? " core" : " cores");
    }

    private static String threads(int threads) {
        return threads + (threads == 1 ? " thread" : " threads");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
