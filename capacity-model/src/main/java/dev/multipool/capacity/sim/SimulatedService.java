package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.Program.Step;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.admission.AdmissionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A service to be simulated: what a request does, on which pools, behind which limits.
 *
 * <pre>{@code
 * SimulatedService.of(Program.start().on("business", Program.start().cpu(constant(0.6)).io(constant(3))))
 *         .pool("business", "fixed:threads=16,queue=1000")
 *         .network(logNormal(1, 0.2))
 *         .build();
 * }</pre>
 *
 * @param program what a request does in the server
 * @param network a call's time outside of the server, half before and half after it
 * @param pools the pools, by the words that configure real ones
 * @param permits the dependencies with a limit, and the bulkheads
 * @param door what a call meets first
 * @param gc the pauses, if any
 */
public record SimulatedService(
        Program program,
        Delay network,
        List<PoolConfig> pools,
        List<Permits> permits,
        Door door,
        Optional<GcPauses> gc) {

    /**
     * Validates.
     *
     * @throws IllegalArgumentException when a name is given twice, or the program names a pool or permits that are missing
     */
    public SimulatedService {
        pools = List.copyOf(pools);
        permits = List.copyOf(permits);
        Set<String> poolNames = new HashSet<>();
        for (PoolConfig pool : pools) {
            once("pool", pool.name(), poolNames);
        }
        Set<String> permitNames = new HashSet<>();
        for (Permits some : permits) {
            once("permits", some.name(), permitNames);
        }
        check(program, poolNames, permitNames);
    }

    /** Returns a builder of a service without pools, network and limits. */
    public static Builder of(Program program) {
        return new Builder(program);
    }

    /** Returns this service with one of its pools replaced by that of the same name. */
    public SimulatedService withPool(PoolConfig replacement) {
        List<PoolConfig> others = pools.stream()
                .map(pool -> pool.name().equals(replacement.name()) ? replacement : pool)
                .toList();
        if (others.equals(pools) && !pools.contains(replacement)) {
            throw new IllegalArgumentException("pool: " + replacement.name() + " (expected: one of "
                    + pools.stream().map(PoolConfig::name).toList() + ")");
        }
        return new SimulatedService(program, network, others, permits, door, gc);
    }

    private static void once(String what, String name, Set<String> known) {
        if (!known.add(name)) {
            throw new IllegalArgumentException(what + ": " + name + " (expected: once)");
        }
    }

    private static void check(Program program, Set<String> pools, Set<String> permits) {
        for (Step step : program.steps()) {
            if (step instanceof Step.Fork fork) {
                known("pool", fork.pool(), pools);
                check(fork.task(), pools, permits);
            } else if (step instanceof Step.Within within) {
                known("permits", within.permits(), permits);
                check(within.inside(), pools, permits);
            }
        }
    }

    private static void known(String what, String name, Set<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException(what + ": " + name + " (expected: one of " + known + ")");
        }
    }

    /** Builds a {@link SimulatedService}. */
    public static final class Builder {

        private final Program program;
        private final List<PoolConfig> pools = new ArrayList<>();
        private final List<Permits> permits = new ArrayList<>();
        private Delay network = Delay.NONE;
        private Door door = Door.OPEN;
        private Optional<GcPauses> gc = Optional.empty();

        private Builder(Program program) {
            this.program = program;
        }

        /** Adds a pool by its spec, for example {@code fixed:threads=16,queue=1000}. */
        public Builder pool(String name, String spec) {
            return pool(PoolConfig.parse(name, spec));
        }

        /** Adds a pool. */
        public Builder pool(PoolConfig pool) {
            pools.add(pool);
            return this;
        }

        /** Adds a dependency with a limit, or a bulkhead. */
        public Builder permits(Permits some) {
            permits.add(some);
            return this;
        }

        /** Sets the time outside of the server; none when not set. */
        public Builder network(Delay roundTrip) {
            network = roundTrip;
            return this;
        }

        /** Bounds connections, and how many calls wait for one. */
        public Builder connections(int maxConnections, int acceptCount) {
            door = new Door(
                    Optional.of(new Door.Connections(maxConnections, acceptCount)), door.admission(), door.deadline());
            return this;
        }

        /** Puts adaptive admission at the door. */
        public Builder admission(AdmissionSettings settings) {
            door = new Door(door.connections(), Optional.of(settings), door.deadline());
            return this;
        }

        /** Gives each call that long from its arrival. */
        public Builder deadline(Duration deadline) {
            door = new Door(door.connections(), door.admission(), Optional.of(deadline));
            return this;
        }

        /** Adds pauses. */
        public Builder gc(GcPauses pauses) {
            gc = Optional.of(pauses);
            return this;
        }

        /** Returns the service. */
        public SimulatedService build() {
            return new SimulatedService(program, network, pools, permits, door, gc);
        }
    }
}
