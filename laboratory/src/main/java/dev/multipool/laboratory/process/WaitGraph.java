package dev.multipool.laboratory.process;

import dev.multipool.capacity.calibration.TaskProfile;
import dev.multipool.capacity.calibration.TaskProfile.Blocked;
import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.laboratory.process.PoolEdge.Kind;
import dev.multipool.pools.WaitCycles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which pools had tasks done by which in a window, and who waits for whom.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class WaitGraph {
    /** Of a pool's tasks: fewer that wait are the odd ones. */
    private static final double SOME = 0.1;
    /** Of the tasks that do something, most: what fewer do is no part of the usual call. */
    private static final double MOST = 0.5;
    /** Of its service time: what a task that waits for something outside waits at least. */
    private static final double WAITING = 0.25;
    /** In seconds; only so that nothing is divided by 0. */
    private static final double SHORTEST = 1e-9;
    /** Tasks of one pool that do different things scatter more than their waits do. */
    private static final double MOST_SCATTER = 1;

    private final List<PoolEdge> edges;
    /** For tasks; a lease is no task. */
    private final Map<String, Set<String>> waits = new TreeMap<>();

    private final Map<String, PoolLedger> ledgers;
    private final List<WaitCycles.Cycle> cycles;

    private WaitGraph(List<PoolEdge> edges, List<PoolEdge> sinceStart, List<PoolLedger> ledgers) {
        this.edges = edges;
        this.ledgers = ledgers.stream().collect(Collectors.toMap(PoolLedger::pool, ledger -> ledger));
        List<WaitCycles.Wait> seen = new ArrayList<>();
        for (PoolEdge edge : sinceStart) {
            if (edge.waits()) {
                seen.add(edge.toWait());
                if (edge.kind() == Kind.SUBMITS) {
                    waits.computeIfAbsent(edge.from(), from -> new TreeSet<>()).add(edge.to());
                }
            }
        }
        this.cycles = WaitCycles.find(seen);
    }

    /**
     * Returns the graph of a window.
     *
     * @param before the edges at its beginning
     * @param after the edges at its end
     * @param ledgers what each pool did in the window
     */
    public static WaitGraph of(List<PoolEdge> before, List<PoolEdge> after, List<PoolLedger> ledgers) {
        return new WaitGraph(
                after.stream()
                        .map(edge -> edge.since(before))
                        .sorted(Comparator.comparing(PoolEdge::from)
                                .thenComparing(PoolEdge::phase)
                                .thenComparing(PoolEdge::to))
                        .toList(),
                after,
                ledgers);
    }

    /**
     * What the tasks of one pool had another one do, in all phases.
     *
     * @param from the pool whose tasks submit others
     * @param to the pool that they submit them to
     * @param tasksPerCall for each task that submits any in a phase, in all phases
     * @param waitingShare of these: those that wait, 0 to 1. It is 1 where no call has ended, and some wait
     * @param joinMillis how long one of these waits
     */
    public record Link(String from, String to, double tasksPerCall, double waitingShare, double joinMillis) {}

    /** What pools had done by others in the window, in the order of the pools' names. */
    public List<Link> links() {
        return byPools(Kind.SUBMITS).map(WaitGraph::link).toList();
    }

    /** The edges of a kind that were at work in the window, those of the same two pools together. */
    private Stream<List<PoolEdge>> byPools(Kind kind) {
        Map<List<String>, List<PoolEdge>> byPools = new LinkedHashMap<>();
        for (PoolEdge edge : edges) {
            if (edge.kind() == kind && edge.isAtWork()) {
                byPools.computeIfAbsent(List.of(edge.from(), edge.to()), pools -> new ArrayList<>())
                        .add(edge);
            }
        }
        return byPools.values().stream();
    }

    /**
     * What the tasks of one pool borrowed from another one, such as connections.
     *
     * @param from the pool whose tasks borrow
     * @param to the pool that lends
     * @param leasesPerCall for each task that borrows any
     * @param waitMillis how long one of these tasks waits for its leases
     * @param holdMillis how long one of these tasks holds its leases, in sum
     */
    public record Lease(String from, String to, double leasesPerCall, double waitMillis, double holdMillis) {}

    /** What pools borrowed in the window, in the order of the pools' names. */
    public List<Lease> leases() {
        return byPools(Kind.BORROWS).map(phases -> lease(phases.get(0))).toList();
    }

    private static Lease lease(PoolEdge edge) {
        PoolEdge.Counts counts = edge.counts();
        double calls = Math.max(1, counts.calls());
        return new Lease(
                edge.from(),
                edge.to(),
                counts.tasks() / calls,
                1e3 * counts.joinSeconds() / calls,
                1e3 * counts.holdSeconds() / calls);
    }

    /**
     * Tasks that waited while they held something that was lent.
     *
     * @param lender the pool that had lent it
     * @param awaited the pool that they waited for
     * @param waits how often that was in the window
     * @param waitMillis how long, on average
     */
    public record HeldWait(String lender, String awaited, long waits, double waitMillis) {}

    /** The waits of those who held something, in the order of the pools' names. */
    public List<HeldWait> heldWaits() {
        return byPools(Kind.WAITS_WHILE_HOLDING)
                .map(phases -> phases.get(0))
                .map(edge -> new HeldWait(
                        edge.from(),
                        edge.to(),
                        edge.counts().calls(),
                        1e3
                                * edge.counts().joinSeconds()
                                / Math.max(1, edge.counts().calls())))
                .toList();
    }

    private static Link link(List<PoolEdge> phases) {
        // one that has more calls than others is what all tasks do
        double calls =
                phases.stream().mapToLong(edge -> edge.counts().calls()).max().orElse(0);
        double waiting = phases.stream()
                .mapToLong(edge -> edge.counts().waitingCalls())
                .max()
                .orElse(0);
        double tasks = phases.stream().mapToLong(edge -> edge.counts().tasks()).sum();
        double seconds =
                phases.stream().mapToDouble(edge -> edge.counts().joinSeconds()).sum();
        return new Link(
                phases.get(0).from(),
                phases.get(0).to(),
                calls > 0 ? tasks / calls : 0,
                calls > 0 ? waiting / calls : 1,
                calls > 0 ? 1e3 * seconds / calls : 0);
    }

    /** The pools that wait for each other, of all waits since the agent came. */
    public List<WaitCycles.Cycle> cycles() {
        return cycles;
    }

    private Set<String> reached(String pool) {
        Set<String> reached = new LinkedHashSet<>();
        List<String> toFollow = new ArrayList<>(waits.getOrDefault(pool, Set.of()));
        while (!toFollow.isEmpty()) {
            String next = toFollow.remove(toFollow.size() - 1);
            if (reached.add(next)) {
                toFollow.addAll(waits.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    /**
     * A call of the service, in the words of the model.
     *
     * @param shape how it goes from pool to pool
     * @param profile the same with what each task needed in the window, on average over its pool. Under load, that has the time
     *     for which it waited for a core
     */
    public record Call(TaskShape shape, TaskProfile profile) {}

    /**
     * The calls of the service: one for each pool that waits for others, and that nobody waits for. A call that comes to
     * pools that wait for each other is not among them.
     */
    public List<Call> calls() {
        Set<String> waitedFor = waits.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        return waits.keySet().stream()
                .filter(pool -> !waitedFor.contains(pool))
                .map(pool -> shape(pool, 1))
                .flatMap(Optional::stream)
                .map(shape -> new Call(shape, profile(shape)))
                .toList();
    }

    /**
     * A call that begins on a pool, whether or not its tasks wait for others.
     *
     * @return empty where it comes to pools that wait for each other
     */
    public Optional<TaskShape> callFrom(String pool) {
        return shape(pool, 1);
    }

    private Optional<TaskShape> shape(String pool, int count) {
        if (reached(pool).contains(pool)) {
            return Optional.empty();
        }
        List<TaskShape> subtasks = new ArrayList<>();
        double usual = MOST
                * edges.stream()
                        .filter(edge ->
                                edge.kind() == Kind.SUBMITS && edge.from().equals(pool))
                        .mapToLong(edge -> edge.counts().calls())
                        .max()
                        .orElse(0);
        for (PoolEdge edge : edges) {
            PoolEdge.Counts counts = edge.counts();
            if (edge.kind() == Kind.SUBMITS
                    && edge.from().equals(pool)
                    && counts.calls() > 0
                    && counts.calls() >= usual
                    && counts.waitingCalls() >= SOME * counts.calls()) {
                int tasks = Math.max(1, Math.round((float) counts.tasks() / counts.calls()));
                Optional<TaskShape> subtask = shape(edge.to(), tasks);
                if (subtask.isEmpty()) {
                    return subtask;
                }
                subtasks.add(subtask.get());
            }
        }
        return Optional.of(new TaskShape(pool, count, 0, waitsOutside(pool), subtasks, leases(pool)));
    }

    /**
     * What most of a pool's tasks borrow. While they hold it they wait for something outside, as far as their waits last; of the
     * rest of that time they compute.
     */
    private List<TaskShape.Lease> leases(String pool) {
        PoolLedger ledger = ledgers.get(pool);
        if (ledger == null) {
            return List.of();
        }
        List<PoolEdge> borrows = edges.stream()
                .filter(edge -> edge.kind() == Kind.BORROWS
                        && edge.from().equals(pool)
                        && edge.counts().calls() >= MOST * ran(ledger))
                .toList();
        double held = borrows.stream()
                .mapToDouble(edge -> edge.counts().holdSeconds())
                .sum();
        double cpu = cpuSeconds(ledger);
        double waits = Math.max(
                0,
                ledger.threads().busySeconds()
                        - cpu
                        - ledger.threads().joinWaitSeconds()
                        - borrows.stream()
                                .mapToDouble(edge -> edge.counts().joinSeconds())
                                .sum());
        double waitShare = Math.min(1, held / Math.max(waits, SHORTEST));
        double cpuShare = Math.min(1, Math.max(0, held - waits) / Math.max(cpu, SHORTEST));
        return borrows.stream()
                .map(edge -> {
                    double part = edge.counts().holdSeconds() / Math.max(held, SHORTEST);
                    return new TaskShape.Lease(edge.to(), part * waitShare, part * cpuShare);
                })
                .toList();
    }

    /** Whether its tasks wait for what is no task: where CPU time is not told, nobody knows, and it is likely. */
    private boolean waitsOutside(String pool) {
        PoolLedger ledger = ledgers.get(pool);
        if (ledger == null || ledger.threads().cpuSeconds() == null) {
            return true;
        }
        PoolLedger.ThreadTime threads = ledger.threads();
        double outside = threads.ioWaitSeconds() + threads.lockWaitSeconds() + threads.otherWaitSeconds();
        return outside >= WAITING * threads.busySeconds();
    }

    private TaskProfile profile(TaskShape task) {
        PoolLedger ledger = ledgers.get(task.pool());
        return new TaskProfile(
                task.pool(),
                task.count(),
                ledger == null ? 0 : perTask(ledger, cpuSeconds(ledger)),
                ledger == null || !task.waits() ? Blocked.NEVER : blocked(ledger),
                task.subtasks().stream().map(this::profile).toList(),
                task.leases());
    }

    private static Blocked blocked(PoolLedger ledger) {
        PoolLedger.ThreadTime threads = ledger.threads();
        double millis =
                perTask(ledger, Math.max(0, threads.busySeconds() - cpuSeconds(ledger) - threads.joinWaitSeconds()));
        Double deviation = ledger.tasks().serviceDeviationMillis();
        return new Blocked(
                millis, deviation == null || millis == 0 ? 0 : Math.min(MOST_SCATTER, deviation / millis), 0);
    }

    private static double cpuSeconds(PoolLedger ledger) {
        Double seconds = ledger.threads().cpuSeconds();
        return seconds == null ? 0 : seconds;
    }

    private static double perTask(PoolLedger ledger, double seconds) {
        return 1e3 * seconds / Math.max(1, ran(ledger));
    }

    private static long ran(PoolLedger ledger) {
        return ledger.tasks().completions() + ledger.tasks().failures();
    }
}
