package dev.multipool.capacity.sim;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.admission.AdmissionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds a {@link SimulatedService}. */
public final class SimulatedServiceBuilder {

    private final Program program;
    private final List<PoolConfig> pools = new ArrayList<>();
    private final List<Permits> permits = new ArrayList<>();
    private Delay network = Delay.NONE;
    private Door door = Door.OPEN;
    private Optional<GcPauses> gc = Optional.empty();

    SimulatedServiceBuilder(Program program) {
        this.program = program;
    }

    /** Adds a pool by its spec, for example {@code fixed:threads=16,queue=1000}. */
    public SimulatedServiceBuilder pool(String name, String spec) {
        return pool(PoolConfig.parse(name, spec));
    }

    /** Adds a pool. */
    public SimulatedServiceBuilder pool(PoolConfig pool) {
        pools.add(pool);
        return this;
    }

    /** Adds a dependency with a limit, or a bulkhead. */
    public SimulatedServiceBuilder permits(Permits some) {
        permits.add(some);
        return this;
    }

    /** Sets the time outside of the server; none when not set. */
    public SimulatedServiceBuilder network(Delay roundTrip) {
        network = roundTrip;
        return this;
    }

    /** Bounds connections, and how many calls wait for one. */
    public SimulatedServiceBuilder connections(int maxConnections, int acceptCount) {
        door = new Door(
                Optional.of(new Door.Connections(maxConnections, acceptCount)), door.admission(), door.deadline());
        return this;
    }

    /** Puts adaptive admission at the door. */
    public SimulatedServiceBuilder admission(AdmissionSettings settings) {
        door = new Door(door.connections(), Optional.of(settings), door.deadline());
        return this;
    }

    /** Gives each call that long from its arrival. */
    public SimulatedServiceBuilder deadline(Duration deadline) {
        door = new Door(door.connections(), door.admission(), Optional.of(deadline));
        return this;
    }

    /** Adds pauses. */
    public SimulatedServiceBuilder gc(GcPauses pauses) {
        gc = Optional.of(pauses);
        return this;
    }

    /** Returns the service. */
    public SimulatedService build() {
        return new SimulatedService(program, network, pools, permits, door, gc);
    }
}
