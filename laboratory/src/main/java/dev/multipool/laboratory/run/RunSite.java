package dev.multipool.laboratory.run;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.result.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where runs are made.
 *
 * @param generator how to start generators
 * @param cores which process gets which cores
 * @param meter watches those cores
 * @param dependency the process that the service asks, such as its Redis, where it is known
 * @param directory takes what the processes print, the generators' results and recordings
 * @param objective calls above its limit are drawn for themselves
 * @param watch keeps those cores awake and meters them
 */
public record RunSite(
        JavaCommand generator,
        CorePlan cores,
        CpuMeter meter,
        OptionalLong dependency,
        Path directory,
        Objective objective,
        CoreWatch watch) {

    /** The processes that stay through all runs; empty when they are not all known, and foreign load can't be told. */
    List<Long> companionPids() {
        return dependency.isEmpty() ? List.of() : pids();
    }

    /** The laboratory's own processes that stay through all runs. */
    List<Long> pids() {
        List<Long> pids = new ArrayList<>(List.of(ProcessHandle.current().pid()));
        dependency.ifPresent(pids::add);
        watch.pid().ifPresent(pids::add);
        return pids;
    }

    /** Where the service runs; null when it isn't pinned. */
    public @Nullable String serverCpus(Variant variant) {
        return variant.cpus() == null ? cores.serverCpus() : variant.cpus();
    }

    /**
     * Where the service's compilers may run until a window begins: on the generator's cores, too. Null when they stay where they
     * are, since the service is not pinned, or its quota counts what they use wherever they are.
     */
    public @Nullable String compilerCpus(Variant variant) {
        String own = serverCpus(variant);
        String others = cores.generatorCpus();
        return own == null || others == null || variant.cpuQuota() != null ? null : own + "," + others;
    }

    /** Cores' worth of CPU time that the service can use. */
    double serverCores(Variant variant) {
        Double quota = variant.cpuQuota();
        if (quota != null) {
            return quota;
        }
        String cpus = variant.cpus();
        return cpus == null ? cores.serverCores() : CorePlan.numbers(cpus).size();
    }
}
