package dev.multipool.laboratory.result;

import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolEdge.Kind;
import dev.multipool.laboratory.process.WaitGraph;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * That tasks of one pool wait for another one, in one window.
 *
 * @param from the pool whose tasks wait
 * @param to the pool that they submit tasks to, or borrow from
 * @param kind which of the two
 * @param perCall tasks submitted, or things borrowed, for each task that does so
 * @param waitMillis how long one of these tasks waits
 * @param holdMillis how long it holds what it has borrowed, in sum; null for tasks submitted
 */
public record PoolWait(
        String from,
        String to,
        Kind kind,
        double perCall,
        double waitMillis,
        @Nullable Double holdMillis) {

    /** Those of the last run that counts and has any, as the agent told them; empty where no agent did. */
    static List<PoolWait> of(List<LabRun> runs) {
        return runs.stream()
                .filter(LabRun::isValid)
                .map(PoolWait::of)
                .filter(Predicate.not(List::isEmpty))
                .reduce((earlier, later) -> later)
                .orElse(List.of());
    }

    private static List<PoolWait> of(LabRun run) {
        List<PoolEdge> edges = Objects.requireNonNullElse(run.server().edges(), List.of());
        WaitGraph graph = WaitGraph.of(List.of(), edges, run.server().pools());
        return Stream.concat(
                        graph.links().stream()
                                .map(link -> new PoolWait(
                                        link.from(),
                                        link.to(),
                                        Kind.SUBMITS,
                                        link.tasksPerCall(),
                                        link.joinMillis(),
                                        null)),
                        graph.leases().stream()
                                .map(lease -> new PoolWait(
                                        lease.from(),
                                        lease.to(),
                                        Kind.BORROWS,
                                        lease.leasesPerCall(),
                                        lease.waitMillis(),
                                        lease.holdMillis())))
                .toList();
    }
}
