package dev.multipool.perf.experiment;

import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Load;
import dev.multipool.perf.service.ServerTemplate;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.util.List;

/**
 * What can be chosen about an experiment without changing its question.
 *
 * @param sizes pool sizes to try, each once, in any order; empty for the experiment's own
 * @param load a closed loop, from which experiments derive their loads
 * @param repeats runs of each point that is compared
 * @param servers what all servers have in common
 * @param scope of experiments that ask about several methods, in a bounded time
 */
public record ExperimentOptions(List<Integer> sizes, Load load, int repeats, ServerTemplate servers, Scope scope) {
    private static final int MAX_SIZE = 10_000;
    /** Enough to keep four cores busy with calls that wait, and for event loops to read several calls at once. */
    private static final int WARMUP_USERS = 64;

    /**
     * What an experiment is about, and how long it may take.
     *
     * @param calls methods of the service, one after the other; at least one
     * @param budget about how long all runs together may take
     */
    public record Scope(List<ServiceCall> calls, Duration budget) {
        /** All methods, with the build, in less than a quarter of an hour. */
        static final Scope USUAL = new Scope(List.of(ServiceCall.values()), Duration.ofMinutes(10));

        public Scope {
            calls = List.copyOf(calls);
            if (calls.isEmpty() || calls.stream().distinct().count() < calls.size()) {
                throw new IllegalArgumentException("calls: " + calls + " (expected: at least one, each once)");
            }
            if (budget.isNegative() || budget.isZero()) {
                throw new IllegalArgumentException("budget: " + budget + " (expected: > 0)");
            }
        }
    }

    /** With the usual scope. */
    public ExperimentOptions(List<Integer> sizes, Load load, int repeats, ServerTemplate servers) {
        this(sizes, load, repeats, servers, Scope.USUAL);
    }

    public ExperimentOptions {
        sizes = sizes.stream().sorted().toList();
        if (sizes.stream().distinct().count() < sizes.size()) {
            throw new IllegalArgumentException("sizes: " + sizes + " (expected: each once)");
        }
        if (!sizes.isEmpty() && (sizes.get(0) < 1 || sizes.get(sizes.size() - 1) > MAX_SIZE)) {
            throw new IllegalArgumentException("sizes: " + sizes + " (expected: each 1 to " + MAX_SIZE + ")");
        }
        if (repeats < 1) {
            throw new IllegalArgumentException("repeats: " + repeats + " (expected: >= 1)");
        }
    }

    /**
     * The load, warmed up by more users where it has few; for servers that turn none of them away. A server that few users
     * warmed up is still being compiled in the measured window, and its compilers are in TP99.
     */
    public Load warmLoad() {
        return load.warmedUpBy(WARMUP_USERS);
    }

    /** The sizes chosen, else these. */
    public List<Integer> sizesOr(List<Integer> own) {
        return sizes.isEmpty() ? own : sizes;
    }

    /** The same under another load. */
    public ExperimentOptions with(Load other) {
        return new ExperimentOptions(sizes, other, repeats, servers, scope);
    }

    /** The same about one method. */
    public ExperimentOptions about(ServiceCall call) {
        return new ExperimentOptions(sizes, load, repeats, servers, new Scope(List.of(call), scope.budget()));
    }

    /** What a user of a closed loop waits for after a failed call. */
    public double rejectBackoffSeconds() {
        return load.demand() instanceof Demand.ClosedLoop closed ? closed.rejectBackoffSeconds() : 0;
    }
}
