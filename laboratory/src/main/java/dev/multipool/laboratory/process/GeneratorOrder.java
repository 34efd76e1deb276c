package dev.multipool.laboratory.process;

import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.LoadPlan;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a generator is told to do, as one line of JSON.
 *
 * @param plan the load
 * @param watched what it watches on this machine meanwhile
 * @param result the file that takes what it measured; null for a load that nobody asks about
 */
public record GeneratorOrder(
        LoadPlan plan, WatchedMachine watched, @Nullable Path result) {
    /** A load of which nothing is kept. */
    public static GeneratorOrder warmUp(LoadPlan plan) {
        return new GeneratorOrder(plan, WatchedMachine.WHOLE, null);
    }
}
