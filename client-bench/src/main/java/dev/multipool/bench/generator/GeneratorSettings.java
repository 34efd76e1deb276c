package dev.multipool.bench.generator;

import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.LoadPlan;

/**
 * How the generator itself runs; none of it changes what the plan asks of the server.
 *
 * @param eventLoops threads that send and receive; at most the plan's connections
 * @param watched what is watched on this machine meanwhile
 */
public record GeneratorSettings(int eventLoops, WatchedMachine watched) {
    public GeneratorSettings {
        if (eventLoops < 1) {
            throw new IllegalArgumentException("eventLoops: " + eventLoops + " (expected: >= 1)");
        }
    }

    /** One event loop per connection, at most one per core; no process is watched but the own one. */
    public static GeneratorSettings of(LoadPlan plan) {
        return new GeneratorSettings(
                Math.min(plan.connections(), Runtime.getRuntime().availableProcessors()), WatchedMachine.WHOLE);
    }

    /** The same with this watched. */
    public GeneratorSettings withWatched(WatchedMachine other) {
        return new GeneratorSettings(eventLoops, other);
    }
}
