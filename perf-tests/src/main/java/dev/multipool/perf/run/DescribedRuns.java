package dev.multipool.perf.run;

import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.perf.machine.SpinTime;
import dev.multipool.perf.process.GeneratorProcess;
import dev.multipool.perf.result.Figures;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.RunDetails;
import dev.multipool.perf.result.ServerSpeed;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes each run with the processes of a described service and a generator JVM.
 *
 * <p><b>Threads:</b> one run at a time, in the caller's thread. <b>Lifecycle:</b> closing it ends a service that stayed.
 */
public final class DescribedRuns implements TrialRunner, AutoCloseable {
    /** What a generator may need beyond its load: to start, to end its last calls, to write its result. */
    private static final Duration GENERATOR_SLACK = Duration.ofSeconds(30);

    private final ServiceDescription description;
    private final DescribedSite site;
    private final NanoClock clock = NanoClock.system();
    private @Nullable DescribedPair kept;

    public DescribedRuns(ServiceDescription description, DescribedSite site) {
        this.description = description;
        this.site = site;
    }

    @Override
    public LabRun run(Trial trial) throws InterruptedException {
        String name = String.format(Locale.ROOT, "run-%02d", trial.number());
        Setting setting = new Setting(trial.settings().variant().server());
        if (!trial.kept()) {
            // two of the same service may not fit on this machine, nor on its port
            close();
            try (DescribedPair pair = DescribedPair.start(description, site, setting, name)) {
                return run(trial, setting, name, pair);
            }
        }
        DescribedPair pair = kept;
        if (pair == null || !pair.fits(setting)) {
            close();
            pair = DescribedPair.start(description, site, setting, name);
            kept = pair;
        }
        boolean done = false;
        try {
            LabRun run = run(trial, setting, name, pair);
            done = true;
            return run;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private LabRun run(Trial trial, Setting setting, String name, DescribedPair pair) throws InterruptedException {
        Load load = trial.settings().load();
        Path json = site.directory().resolve(name + ".json");
        GeneratorProcess generator = pair.generator();
        pair.begin(setting, load, json);
        double compiledBefore = pair.compilerSeconds();
        generator.awaitWindow(RunTimes.startOfShared(load).plus(GENERATOR_SLACK));
        long beginNanos = clock.nanoTime();
        Duration bound = RunTimes.longest(load).plus(GENERATOR_SLACK);
        if (!generator.awaitEnd(bound)) {
            throw generator.failure("did not end within " + bound.toSeconds() + " s after its load");
        }
        long endNanos = clock.nanoTime();
        double compilerCores = (pair.compilerSeconds() - compiledBefore) * 1e9 / Math.max(1, endNanos - beginNanos);
        pair.requireAlive();
        String problem = generator.problem();
        if (problem != null) {
            throw generator.failure("could not run its load: " + problem);
        }
        try {
            return labRun(
                    trial,
                    LoadResultJson.read(json),
                    pair.earlierRuns(),
                    Math.max(0, compilerCores),
                    site.watch().speed(beginNanos, endNanos));
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": what the generator left can't be read", e);
        }
    }

    private LabRun labRun(Trial trial, LoadResult load, int earlierRuns, double compilerCores, List<SpinTime> speed) {
        Figures figures = new Figures(
                load.counts(),
                load.times(),
                load.schedule(),
                load.noise(),
                load.use(),
                new Figures.ServerSide(null, null));
        return new LabRun(
                        new LabRun.Identity(
                                trial.number(), trial.repeat(), load.setup().startedAt(), true),
                        trial.settings(),
                        figures,
                        new LabRun.ServerTelling(List.of(), null),
                        new RunDetails(
                                earlierRuns,
                                List.of(),
                                new RunDetails.Cores(
                                        null,
                                        compilerCores,
                                        ServerSpeed.of(site.cores().serverCpus(), speed),
                                        speed),
                                null,
                                List.of()),
                        load.setup().environment(),
                        load.invalidReasons())
                .discardedFor(RunChecks.reasonsAgainst(figures, trial.settings().expectedErrors()))
                .discardedFor(
                        RunChecks.reasonsAgainst(compilerCores, site.cores().serverCores()));
    }

    @Override
    public void keep(String fileName, String text) {
        try {
            Files.writeString(site.directory().resolve(fileName), text);
        } catch (IOException e) {
            throw new UncheckedIOException(fileName + " can't be written: " + e.getMessage(), e);
        }
    }

    /** The processes that are there now, the laboratory's own among them. */
    public List<Long> pids() {
        List<Long> pids = new ArrayList<>(List.of(ProcessHandle.current().pid()));
        site.watch().pid().ifPresent(pids::add);
        if (kept != null) {
            pids.addAll(kept.pids());
        }
        return pids;
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
            kept = null;
        }
    }
}
