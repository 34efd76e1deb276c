package dev.multipool.perf.run;

import dev.multipool.capacity.Objective;
import dev.multipool.perf.machine.CoreWatch;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.CpuMeter;
import dev.multipool.perf.process.JavaCommand;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where runs are made.
 *
 * @param commands how processes are started
 * @param cores which process gets which cores
 * @param meter watches those cores
 * @param redisPlace the Redis that all servers ask
 * @param directory takes what the processes print, the generators' results and recordings
 * @param objective calls above its limit are drawn for themselves
 * @param watch keeps those cores awake and meters them
 */
public record RunSite(
        Commands commands,
        CorePlan cores,
        CpuMeter meter,
        RedisPlace redisPlace,
        Path directory,
        Objective objective,
        CoreWatch watch) {
    /**
     * How processes are started.
     *
     * @param server how to start servers
     * @param generator how to start generators
     */
    public record Commands(JavaCommand server, JavaCommand generator) {}

    /**
     * The Redis that all servers ask.
     *
     * @param redis where the Redis listens
     * @param redisPid its process, where it is known; foreign load can't be told without it
     */
    public record RedisPlace(URI redis, OptionalLong redisPid) {}

    /** The processes that stay through all runs; empty when that of Redis is not known. */
    List<Long> companionPids() {
        if (redisPlace.redisPid().isEmpty()) {
            return List.of();
        }
        List<Long> pids = new ArrayList<>(
                List.of(ProcessHandle.current().pid(), redisPlace.redisPid().getAsLong()));
        watch.pid().ifPresent(pids::add);
        return pids;
    }
}
