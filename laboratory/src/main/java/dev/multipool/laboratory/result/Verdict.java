package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.multipool.bench.result.InvalidReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a run showed, with the figures that it rests on: what limited it, or what a pool did with its threads.
 *
 * @param cause programs decide by it
 * @param pool that it is about; null where it is about none
 * @param figures those that are known
 * @param complaint of the generator about itself; null for other causes
 */
public record Verdict(
        Cause cause,
        @Nullable String pool,
        Map<Measure, Double> figures,
        @Nullable InvalidReason complaint) {

    /** What was found. */
    public enum Cause {
        /** The generator used up its cores. */
        GENERATOR_CORES,
        /** The generator says that it was too slow. */
        GENERATOR_COMPLAINT,
        /** The server's CPU quota was used up. */
        CPU_QUOTA,
        /** The server used up its cores. */
        SERVER_CORES,
        /** The server's threads waited for cores that other work held. */
        SERVER_STARVED,
        /** Tasks waited for Redis most of their time. */
        REDIS,
        /** A pool's threads were all busy, and tasks queued. */
        POOL_TOO_SMALL,
        /** A pool's threads were all busy, and larger pools served no more. */
        POOL_USED_UP,
        /** All threads of a group were busy; nothing counts their tasks. */
        THREADS_USED_UP,
        /** No more was asked for. */
        LOAD,
        /** A pool's tasks mostly wait for other pools. */
        WAITS_FOR_POOLS,
        /** A pool has more threads than it needs. */
        POOL_OVERSIZED
    }

    /** What is counted or measured; times are in milliseconds, shares are 0 to 1. */
    public enum Measure {
        GENERATOR_CORES_USED,
        GENERATOR_CORES,
        REDIS_CORES_USED,
        SERVER_CORES_USED,
        SERVER_CORES,
        THROTTLED_SHARE,
        TASK_CPU_MILLIS,
        TASK_RUN_QUEUE_MILLIS,
        TASK_REDIS_MILLIS,
        TASK_QUEUE_MILLIS,
        TASK_SERVICE_MILLIS,
        THREADS,
        THREADS_BUSY,
        THREADS_ENOUGH,
        /** Of a larger pool that was measured. */
        MORE_THREADS,
        /** Of throughput by a larger pool, as a part of it; negative for less. */
        GAIN,
        BUSY_SHARE,
        IDLE_SHARE,
        /** Of the busy time. */
        JOIN_SHARE,
        /** Of the busy time. */
        IO_SHARE,
        /** Of the busy time. */
        LOCK_SHARE,
        USERS,
        CALLS_PER_SECOND
    }

    public Verdict {
        Map<Measure, Double> ordered = new EnumMap<>(Measure.class);
        ordered.putAll(figures);
        figures = Collections.unmodifiableMap(ordered);
    }

    /** The same for people, in short sentences; the first one says the cause. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public List<String> text() {
        return switch (cause) {
            case GENERATOR_CORES ->
                sentences(
                        "The generator was the limit, not the server: it used "
                                + cores(Measure.GENERATOR_CORES_USED) + " of its "
                                + coresHad(Measure.GENERATOR_CORES) + ".",
                        has(Measure.REDIS_CORES_USED)
                                ? "Redis used " + cores(Measure.REDIS_CORES_USED) + " of the same."
                                : "",
                        serverHad());
            case GENERATOR_COMPLAINT ->
                sentences(
                        "The generator was the limit, not the server.",
                        complaint == null ? "" : "It says of itself: " + complaint.text() + ".");
            case CPU_QUOTA ->
                sentences(
                        "The CPU quota was the limit: the server was stopped in " + percent(Measure.THROTTLED_SHARE)
                                + " of its periods.",
                        serverHad());
            case SERVER_CORES -> cpuBound(".", atMost());
            case SERVER_STARVED -> cpuBound(" and got no more, since other work held it.", "");
            case REDIS ->
                sentences(
                        "Redis was the limit: a task of " + pool + " waited for it for "
                                + millis(Measure.TASK_REDIS_MILLIS) + " of its " + millis(Measure.TASK_SERVICE_MILLIS)
                                + " ms ("
                                + Figure.percent(
                                        figure(Measure.TASK_REDIS_MILLIS) / figure(Measure.TASK_SERVICE_MILLIS))
                                + ").",
                        has(Measure.REDIS_CORES_USED)
                                ? "Redis itself used " + cores(Measure.REDIS_CORES_USED) + " cores."
                                : "",
                        "Pool " + pool + " has " + threads(Measure.THREADS) + ", busy " + percent(Measure.BUSY_SHARE)
                                + " of the time.",
                        serverHad());
            case POOL_TOO_SMALL ->
                sentences(
                        "Pool " + pool + " was the limit, it is too small: its " + threads(Measure.THREADS)
                                + (figure(Measure.THREADS) == 1 ? " was busy " : " were busy ")
                                + percent(Measure.BUSY_SHARE) + " of the time.",
                        has(Measure.JOIN_SHARE)
                                ? "Of that, " + percent(Measure.JOIN_SHARE) + " was waiting for other pools."
                                : "",
                        has(Measure.IO_SHARE)
                                ? "Of that, " + percent(Measure.IO_SHARE) + " was waiting for input and output."
                                : "",
                        "A task queued for " + millis(Measure.TASK_QUEUE_MILLIS) + " ms before its "
                                + millis(Measure.TASK_SERVICE_MILLIS) + " ms of service.",
                        whole(Measure.THREADS_ENOUGH) + " threads would have taken every task at once.",
                        serverHad());
            case POOL_USED_UP ->
                sentences(
                        "All " + threads(Measure.THREADS) + " of pool " + pool + " were busy, but "
                                + whole(Measure.MORE_THREADS) + " served " + gained() + ".",
                        serverHad());
            case THREADS_USED_UP ->
                sentences(
                        "The " + threads(Measure.THREADS) + " named " + pool + " were the limit: they were busy "
                                + percent(Measure.BUSY_SHARE) + " of the time.",
                        has(Measure.JOIN_SHARE)
                                ? "Of that, " + percent(Measure.JOIN_SHARE) + " was waiting for other threads."
                                : "",
                        has(Measure.IO_SHARE)
                                ? "Of that, " + percent(Measure.IO_SHARE) + " was waiting for input and output."
                                : "",
                        has(Measure.LOCK_SHARE)
                                ? "Of that, " + percent(Measure.LOCK_SHARE)
                                        + " was waiting for a lock or a permit, such as a connection of a pool."
                                : "",
                        serverHad());
            case LOAD ->
                sentences(
                        "The load was the limit: " + asked(),
                        serverHad(),
                        pool == null
                                ? ""
                                : "The busiest pool, " + pool + ", had " + oneDecimal(Measure.THREADS_BUSY) + " of "
                                        + threads(Measure.THREADS) + " busy.");
            case WAITS_FOR_POOLS ->
                sentences("Pool " + pool + " mostly waits for other pools: " + percent(Measure.JOIN_SHARE)
                        + " of its busy time is spent in joins (" + oneDecimal(Measure.THREADS_BUSY)
                        + " threads busy on average).");
            case POOL_OVERSIZED ->
                sentences("Pool " + pool + " is oversized: its " + threads(Measure.THREADS) + " are idle in getTask "
                        + percent(Measure.IDLE_SHARE) + " of the time, and " + threads(Measure.THREADS_ENOUGH)
                        + " would have carried this load.");
        };
    }

    private List<String> cpuBound(String end, String atMost) {
        return sentences(
                "The server was CPU-bound: it used " + cores(Measure.SERVER_CORES_USED) + " of its "
                        + coresHad(Measure.SERVER_CORES) + end,
                pool == null
                        ? ""
                        : "A task of " + pool + " computed for " + millis(Measure.TASK_CPU_MILLIS)
                                + " ms and its thread waited for a core for " + millis(Measure.TASK_RUN_QUEUE_MILLIS)
                                + " ms.",
                atMost);
    }

    private String atMost() {
        double used = Math.min(1, figure(Measure.SERVER_CORES_USED) / figure(Measure.SERVER_CORES));
        return "At this CPU time per call its cores can serve at most " + Figure.percent(1 / used - 1) + " more.";
    }

    private String gained() {
        double gain = figure(Measure.GAIN);
        String part = Figure.percent(Math.abs(gain));
        if (Math.abs(gain) < 0.005) {
            return "no more";
        }
        return gain < 0 ? part + " less" : "only " + part + " more";
    }

    private String asked() {
        if (!has(Measure.USERS)) {
            return Figure.perSecond(figure(Measure.CALLS_PER_SECOND)) + " calls/s were asked for.";
        }
        return whole(Measure.USERS) + (figure(Measure.USERS) == 1 ? " user keeps" : " users keep")
                + " no more than as many calls under way.";
    }

    private String serverHad() {
        return has(Measure.SERVER_CORES_USED)
                ? "The server used " + cores(Measure.SERVER_CORES_USED) + " of its " + coresHad(Measure.SERVER_CORES)
                        + "."
                : "";
    }

    private boolean has(Measure measure) {
        return figures.containsKey(measure);
    }

    private double figure(Measure measure) {
        return figures.getOrDefault(measure, 0.0);
    }

    /** Those that there is something to say in. */
    private static List<String> sentences(String... some) {
        List<String> said = new ArrayList<>(List.of(some));
        said.removeIf(String::isEmpty);
        return List.copyOf(said);
    }

    private String cores(Measure measure) {
        return Figure.cores(figure(measure));
    }

    private String coresHad(Measure measure) {
        double cores = figure(measure);
        String number = cores == Math.rint(cores) ? whole(measure) : oneDecimal(measure);
        return number + (cores == 1 ? " core" : " cores");
    }

    private String threads(Measure measure) {
        return whole(measure) + (figure(measure) == 1 ? " thread" : " threads");
    }

    private String millis(Measure measure) {
        return Figure.millis(figure(measure));
    }

    private String percent(Measure measure) {
        return Figure.percent(figure(measure));
    }

    private String whole(Measure measure) {
        return String.format(Locale.ROOT, "%.0f", figure(measure));
    }

    private String oneDecimal(Measure measure) {
        return String.format(Locale.ROOT, "%.1f", figure(measure));
    }
}
