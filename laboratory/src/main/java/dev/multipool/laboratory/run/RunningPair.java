package dev.multipool.laboratory.run;

import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.Trial.Processes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A service and who makes its load, running: for one run, or for several that differ in what can be changed while the service
 * runs.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends the service, and another program that makes its load.
 */
final class RunningPair implements AutoCloseable {
    private final Generators generators;
    private final TestedService tested;
    private final String name;
    private final RunningService service;
    /** What it was asked first. */
    private final Map<String, Integer> calls;

    private LoadMaker maker;
    /** What was measured on it; a run that only the machine disturbed may be made again. */
    private final Set<RunSettings> measured = new HashSet<>();

    private boolean fresh = true;
    /** Whether the service had independent calls. */
    private boolean knowsRates;

    private int runs;

    private RunningPair(
            Generators generators,
            TestedService tested,
            String name,
            RunningService service,
            Map<String, Integer> calls,
            LoadMaker maker) {
        this.calls = calls;
        this.generators = generators;
        this.tested = tested;
        this.name = name;
        this.service = service;
        this.maker = maker;
    }

    /**
     * Starts the service, and who makes its load where that does not run yet.
     *
     * @param name begins the names of the files that they write
     */
    static RunningPair start(Generators generators, TestedService tested, RunSettings settings, String name)
            throws InterruptedException {
        RunningService service = tested.start(settings.variant(), name);
        boolean runs = false;
        try {
            LoadMaker maker = tested.loadMaker(generators, service, settings.load(), name);
            runs = true;
            return new RunningPair(
                    generators, tested, name, service, settings.load().mix(), maker);
        } finally {
            if (!runs) {
                service.close();
            }
        }
    }

    /** Whether a run with these settings can be made after changing the running service at most. */
    boolean fits(RunSettings settings) {
        return service.fits(settings.variant());
    }

    /**
     * Whether a run with these settings fits that shows what a process does which never had them. One that was asked for other calls
     * is compiled for those.
     */
    boolean isFreshFor(RunSettings settings) {
        return fresh && fits(settings) && calls.equals(settings.load().mix()) && !measured.contains(settings);
    }

    /** Whether the service had independent calls, so that a rate needs no more warm-up. */
    boolean knowsRates() {
        return knowsRates;
    }

    /** Whether every run so far asked for fresh processes. */
    boolean isFresh() {
        return fresh;
    }

    /** After a run. */
    void tookPart(Processes asked, LabRun run) {
        fresh &= asked == Processes.FRESH;
        if (run.isValid()
                || !run.invalidReasons().stream()
                        .allMatch(reason -> reason.fault().isOfTheMachine())) {
            measured.add(run.settings());
        }
    }

    /**
     * Begins a run with settings that fit, when the service and who makes its load are warm.
     *
     * @param run its number
     * @param file takes what is measured
     * @return who watches it
     */
    RunWatch begin(RunSettings settings, int run, Path file) throws InterruptedException {
        RunSite site = generators.site();
        Variant variant = settings.variant();
        Load load = settings.load();
        service.change(variant);
        if (!maker.fits(load)) {
            maker.close();
            maker = tested.loadMaker(generators, service, load, name);
        }
        CompilerThreads compilers = new CompilerThreads(service.pid());
        String cpus = site.serverCpus(variant);
        String all = site.compilerCpus(variant);
        if (all != null) {
            compilers.runOn(all);
        }
        WarmUp warmUp = new WarmUp(maker, compilers);
        if (runs == 0 || maker.isCold()) {
            warmUp.run(load);
        }
        if (load.demand() instanceof OpenLoop open && !knowsRates) {
            if (runs > 0 || load.warmupUsers() != null) {
                warmUp.atTheRate(load, open);
            }
            knowsRates = true;
        }
        maker.begin(RunTimes.settling(load), run, file);
        runs++;
        return new RunWatch(site, service, maker, site.serverCores(variant), all == null ? null : cpus);
    }

    /** Runs that were begun before the last one. */
    int earlierRuns() {
        return runs - 1;
    }

    List<Long> pids() {
        List<Long> pids = new ArrayList<>(service.pids());
        pids.addAll(maker.pids());
        return pids;
    }

    LoadMaker maker() {
        return maker;
    }

    RunningService service() {
        return service;
    }

    @Override
    public void close() {
        maker.close();
        service.close();
    }
}
