package dev.multipool.laboratory.process;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.multipool.pools.WaitCycles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * What the tasks of one pool had another one do or lend, at one place in their course, as the agent counts it.
 *
 * @param from the pool whose tasks submit others
 * @param to the pool that they submit them to
 * @param phase how many joins came before in the course of such a task
 * @param counts what was counted
 * @param held what was found when it was read
 * @param kind what such a call does
 */
public record PoolEdge(String from, String to, int phase, Counts counts, Held held, Kind kind) {

    /** An edge of tasks that submit tasks. */
    public PoolEdge(String from, String to, int phase, Counts counts, Held held) {
        this(from, to, phase, counts, held, Kind.SUBMITS);
    }

    /** What a call of an edge does. */
    public enum Kind {
        /** A task submits tasks to a pool. */
        SUBMITS,
        /** A task borrows from a pool, such as a connection. */
        BORROWS,
        /** A task waits for a pool, while it holds something that the pool {@code from} has lent. */
        WAITS_WHILE_HOLDING
    }

    /**
     * What was counted, of tasks that have ended.
     *
     * @param calls tasks that submitted others, or borrowed; or waits of those who held something
     * @param tasks what these submitted, or borrowed
     * @param waitingCalls calls that waited for what they had submitted, or asked for
     * @param joinSeconds how long tasks waited
     * @param holdSeconds how long tasks held what they had borrowed
     */
    public record Counts(long calls, long tasks, long waitingCalls, double joinSeconds, double holdSeconds) {
        /** Of tasks that borrow nothing. */
        public Counts(long calls, long tasks, long waitingCalls, double joinSeconds) {
            this(calls, tasks, waitingCalls, joinSeconds, 0);
        }

        private Counts minus(Counts earlier) {
            return new Counts(
                    Math.max(0, calls - earlier.calls),
                    Math.max(0, tasks - earlier.tasks),
                    Math.max(0, waitingCalls - earlier.waitingCalls),
                    Math.max(0, joinSeconds - earlier.joinSeconds),
                    Math.max(0, holdSeconds - earlier.holdSeconds));
        }
    }

    /**
     * How many threads of the pool {@code from} wait so; or, of one that lends, how many things are held by such waits.
     *
     * @param threads those that have waited so for a second or longer
     * @param activeTasks the pool's tasks in service, or what it has lent
     * @param maxThreads the most threads, or things, that it may have; {@link Integer#MAX_VALUE} where it never runs out
     */
    public record Held(int threads, int activeTasks, int maxThreads) {}

    /** Reads all edges of a JVM; empty where no agent could tell of any. */
    static Optional<List<PoolEdge>> read(MBeanServerConnection beans) throws JMException, IOException {
        ObjectName graph = new ObjectName("dev.multipool:type=PoolGraph");
        if (!beans.isRegistered(graph)) {
            return Optional.empty();
        }
        List<PoolEdge> edges = new ArrayList<>();
        for (CompositeData row : (CompositeData[]) beans.getAttribute(graph, "Edges")) {
            edges.add(edge(row));
        }
        return Optional.of(edges);
    }

    private static PoolEdge edge(CompositeData row) {
        return new PoolEdge(
                (String) row.get("from"),
                (String) row.get("to"),
                number(row, "phase").intValue(),
                new Counts(
                        number(row, "calls").longValue(),
                        number(row, "tasks").longValue(),
                        number(row, "waitingCalls").longValue(),
                        number(row, "joinNanos").longValue() / 1e9,
                        number(row, "holdNanos").longValue() / 1e9),
                new Held(
                        number(row, "heldThreads").intValue(),
                        number(row, "fromActiveTasks").intValue(),
                        number(row, "fromMaxThreads").intValue()),
                kind(row));
    }

    private static Kind kind(CompositeData row) {
        if ((boolean) row.get("fromLends")) {
            return Kind.WAITS_WHILE_HOLDING;
        }
        return (boolean) row.get("toLends") ? Kind.BORROWS : Kind.SUBMITS;
    }

    private static Number number(CompositeData row, String key) {
        return (Number) row.get(key);
    }

    /** Whether a task ever waited so. */
    boolean waits() {
        return counts.waitingCalls() > 0 || counts.joinSeconds() > 0 || held.threads() > 0;
    }

    /** The same for who looks for cycles. */
    WaitCycles.Wait toWait() {
        return new WaitCycles.Wait(
                from, to, held.threads, held.activeTasks, held.maxThreads, kind == Kind.WAITS_WHILE_HOLDING);
    }

    /** Whether it was used, or holds something. */
    @JsonIgnore
    public boolean isAtWork() {
        return counts.calls() > 0 || held.threads() > 0;
    }

    /** What was counted since an earlier reading. */
    public PoolEdge since(List<PoolEdge> earlier) {
        Optional<PoolEdge> before = earlier.stream().filter(this::isSame).findFirst();
        return before.isEmpty() ? this : new PoolEdge(from, to, phase, counts.minus(before.get().counts), held, kind);
    }

    private boolean isSame(PoolEdge other) {
        return from.equals(other.from) && to.equals(other.to) && phase == other.phase;
    }
}
