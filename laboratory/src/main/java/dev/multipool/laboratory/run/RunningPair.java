package dev.multipool.laboratory.run;

import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.GeneratorOrder;
import dev.multipool.laboratory.process.GeneratorProcess;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service and a generator JVM that run: for one run, or for several that differ in what can be changed while the service
 * runs.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends both.
 */
final class RunningPair implements AutoCloseable {
    private final RunSite site;
    private final TestedService tested;
    private final RunningService service;
    private final GeneratorProcess generator;
    private final List<String> generatorFlags;
    private int runs;

    private RunningPair(
            RunSite site,
            TestedService tested,
            RunningService service,
            GeneratorProcess generator,
            List<String> generatorFlags) {
        this.site = site;
        this.tested = tested;
        this.service = service;
        this.generator = generator;
        this.generatorFlags = generatorFlags;
    }

    /**
     * Starts both.
     *
     * @param name begins the names of the files that they write
     */
    static RunningPair start(RunSite site, TestedService tested, RunSettings settings, String name)
            throws InterruptedException {
        RunningService service = tested.start(settings.variant(), name);
        boolean runs = false;
        try {
            List<String> flags = GeneratorPlan.jvmFlags(settings.load());
            GeneratorProcess generator = GeneratorProcess.start(
                    site.generator().with(flags),
                    site.cores().generatorCpus(),
                    site.directory().resolve(name + "-generator.log"));
            runs = true;
            return new RunningPair(site, tested, service, generator, flags);
        } finally {
            if (!runs) {
                service.close();
            }
        }
    }

    /** Whether a run with these settings can be made after changing the running service at most. */
    boolean fits(RunSettings settings) {
        return service.fits(settings.variant()) && generatorFlags.equals(GeneratorPlan.jvmFlags(settings.load()));
    }

    /**
     * Begins a run with settings that fit; the first one when the service is warm.
     *
     * @param json takes the generator's result
     * @return who watches it
     */
    RunWatch begin(RunSettings settings, Path json) throws InterruptedException {
        Variant variant = settings.variant();
        service.change(variant);
        CompilerThreads compilers = new CompilerThreads(service.pid());
        String cpus = site.serverCpus(variant);
        String all = compilerCpus(cpus);
        if (all != null) {
            compilers.runOn(all);
        }
        if (runs == 0) {
            new WarmUp(generator, compilers, part -> tested.plan(part, service.port())).run(settings.load());
        }
        Load load = RunTimes.settling(settings.load());
        generator.begin(
                new GeneratorOrder(GeneratorPlan.extended(load, tested.plan(load, service.port())), watched(), json));
        runs++;
        return new RunWatch(site, service, generator, all == null ? null : cpus);
    }

    private WatchedMachine watched() {
        String own = site.cores().pinnedCpus();
        return new WatchedMachine(
                service.pids(),
                site.companionPids(),
                service.gcLog(),
                site.watch().stallLog(),
                own == null ? Set.of() : Set.copyOf(CorePlan.numbers(own)));
    }

    /**
     * Where the compilers may run until the window begins: on the generator's cores, too. Null when they stay where they are,
     * since the service is not pinned, or its quota counts what they use wherever they are.
     */
    private @Nullable String compilerCpus(@Nullable String serverCpus) {
        String others = site.cores().generatorCpus();
        return serverCpus == null || others == null || service.quota() != null ? null : serverCpus + "," + others;
    }

    /** Runs that were begun before the last one. */
    int earlierRuns() {
        return runs - 1;
    }

    List<Long> pids() {
        List<Long> pids = new ArrayList<>(service.pids());
        pids.add(generator.pid());
        return pids;
    }

    GeneratorProcess generator() {
        return generator;
    }

    RunningService service() {
        return service;
    }

    @Override
    public void close() {
        generator.close();
        service.close();
    }
}
