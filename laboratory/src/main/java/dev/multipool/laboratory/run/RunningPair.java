package dev.multipool.laboratory.run;

import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A service and who makes its load, running: for one run, or for several that differ in what can be changed while the service
 * runs.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends both.
 */
final class RunningPair implements AutoCloseable {
    private final RunSite site;
    private final RunningService service;
    private final LoadMaker maker;
    private int runs;

    private RunningPair(RunSite site, RunningService service, LoadMaker maker) {
        this.site = site;
        this.service = service;
        this.maker = maker;
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
            LoadMaker maker = tested.loadMaker(site, service, settings.load(), name);
            runs = true;
            return new RunningPair(site, service, maker);
        } finally {
            if (!runs) {
                service.close();
            }
        }
    }

    /** Whether a run with these settings can be made after changing the running service at most. */
    boolean fits(RunSettings settings) {
        return service.fits(settings.variant()) && maker.fits(settings.load());
    }

    /**
     * Begins a run with settings that fit; the first one when the service is warm.
     *
     * @param run its number
     * @param file takes what is measured
     * @return who watches it
     */
    RunWatch begin(RunSettings settings, int run, Path file) throws InterruptedException {
        Variant variant = settings.variant();
        service.change(variant);
        CompilerThreads compilers = new CompilerThreads(service.pid());
        String cpus = site.serverCpus(variant);
        String all = site.compilerCpus(variant);
        if (all != null) {
            compilers.runOn(all);
        }
        if (runs == 0) {
            new WarmUp(maker, compilers).run(settings.load());
        }
        maker.begin(RunTimes.settling(settings.load()), run, file);
        runs++;
        return new RunWatch(site, service, maker, all == null ? null : cpus);
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
