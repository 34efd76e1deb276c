package dev.multipool.laboratory.run;

import dev.multipool.bench.result.Fault;
import dev.multipool.laboratory.diagnosis.Diagnosis;
import dev.multipool.laboratory.diagnosis.Observation;
import dev.multipool.laboratory.diagnosis.Observation.CpuUse;
import dev.multipool.laboratory.diagnosis.Observation.LoadSeen;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Figures;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.RunDetails;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.ServerSpeed;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunWatch.Watched;
import dev.multipool.laboratory.run.Trial.Processes;
import dev.multipool.laboratory.sampling.FlameGraphs;
import dev.multipool.laboratory.sampling.RunProfile;
import dev.multipool.laboratory.sampling.SampledPool;
import dev.multipool.laboratory.sampling.SampledStates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes each run with a service and who makes its load. The trial says which they are; the laboratory itself only waits.
 *
 * <p><b>Threads:</b> one run at a time, in the caller's thread. <b>Lifecycle:</b> closing it ends processes that stayed.
 */
public final class ServiceRuns implements TrialRunner, AutoCloseable {
    /** What a generator may need beyond its load: to start, to end its last calls, to write its result. */
    private static final Duration GENERATOR_SLACK = Duration.ofSeconds(30);

    /** The faults with which a generator says that it asked for less than it was told to. */
    private static final Set<Fault> GENERATOR_COMPLAINS =
            Set.of(Fault.GENERATOR_BOTTLENECK, Fault.SCHEDULE_NOT_KEPT, Fault.GENERATOR_PAUSED);

    /**
     * Idle processes cost little time, but a gigabyte each two: one that is warm for the search, and those that an answer rests on.
     */
    private static final int MOST_KEPT = 5;

    private static final Pattern FILE_NAME = Pattern.compile("[^A-Za-z0-9]+");

    private static final int LONGEST_NAME = 60;
    /** Groups of threads with flame graphs of their own, of a service without ledgers. */
    private static final int MOST_DRAWN_APART = 3;

    private final RunSite site;
    private final TestedService tested;
    private final Generators generators;
    /** Those that stay, the one that was used last at the end. */
    private final Deque<RunningPair> kept = new ArrayDeque<>();

    public ServiceRuns(RunSite site, TestedService tested) {
        this.site = site;
        this.tested = tested;
        this.generators = new Generators(site);
    }

    @Override
    public LabRun run(Trial trial) throws InterruptedException {
        String name = nameOf(trial);
        if (trial.processes() == Processes.OWN) {
            if (!tested.canRunTwice()) {
                endKept();
            }
            try (Generators own = new Generators(site);
                    RunningPair pair = start(own, trial.settings(), name)) {
                return run(trial, name, pair);
            }
        }
        RunningPair pair = kept(trial, name);
        boolean done = false;
        try {
            LabRun run = run(trial, name, pair);
            pair.tookPart(trial.processes(), run);
            done = true;
            return run;
        } finally {
            if (!done) {
                kept.remove(pair);
                pair.close();
            }
        }
    }

    @Override
    public int countReady(RunSettings settings) {
        return (int) kept.stream().filter(each -> each.isFreshFor(settings)).count();
    }

    /** Begins the names of the files of a run. */
    private static String nameOf(Trial trial) {
        String name = String.format(
                Locale.ROOT,
                "run-%02d-%s",
                trial.number(),
                FILE_NAME.matcher(trial.settings().variant().name()).replaceAll("-"));
        return name.substring(0, Math.min(LONGEST_NAME, name.length()));
    }

    /** One that serves, else a new one; the one that was not used for the longest time goes when there are too many. */
    private RunningPair kept(Trial trial, String name) throws InterruptedException {
        RunSettings settings = trial.settings();
        RunningPair pair = (trial.processes() == Processes.FRESH ? fresh(settings) : staying(settings)).orElse(null);
        if (pair == null) {
            int most = tested.canRunTwice() ? MOST_KEPT : 1;
            while (kept.size() >= most) {
                kept.removeFirst().close();
            }
            pair = start(generators, settings, name);
        } else {
            kept.remove(pair);
        }
        kept.addLast(pair);
        return pair;
    }

    /** With memory that lies together, whatever the processes before it left. */
    private RunningPair start(Generators makers, RunSettings settings, String name) throws InterruptedException {
        site.watch().compactMemory();
        return RunningPair.start(makers, tested, settings, name);
    }

    /** A rate that fails costs least on one that is warm for rates. */
    private Optional<RunningPair> fresh(RunSettings settings) {
        boolean atARate = settings.load().demand() instanceof OpenLoop;
        return kept.stream()
                .filter(each -> each.isFreshFor(settings))
                .min(Comparator.comparing(each -> atARate && !each.knowsRates()));
    }

    /** Those that are fresh are left for others, as long as there is another one. */
    private Optional<RunningPair> staying(RunSettings settings) {
        return kept.stream().filter(each -> each.fits(settings)).min(Comparator.comparing(RunningPair::isFresh));
    }

    private LabRun run(Trial trial, String name, RunningPair pair) throws InterruptedException {
        Path json = site.directory().resolve(name + ".json");
        Variant variant = trial.settings().variant();
        Load load = trial.settings().load();
        try (RunWatch watch = pair.begin(trial.settings(), trial.number(), json)) {
            Watched watched = watch(
                    pair, watch, load, variant.profiled() ? site.directory().resolve(name + ".jfr") : null);
            LoadMaker maker = pair.maker();
            Duration bound = RunTimes.longest(load).plus(GENERATOR_SLACK);
            if (!maker.awaitEnd(bound)) {
                pair.service().requireAnswers();
                throw maker.failure("did not end within " + bound.toSeconds() + " s after its load");
            }
            pair.service().requireAlive();
            MadeLoad result = result(pair);
            // calls that were under way when the window ended are in no figure of it
            pair.service().requireAnswers();
            // a service that stays tells when it ends, of all its runs together
            Map<String, Long> rejections =
                    trial.processes() == Processes.OWN ? pair.service().stop() : null;
            RunProfile profile = profile(name, watched);
            RunDetails details = new RunDetails(
                    pair.earlierRuns(),
                    watched.threads(),
                    new RunDetails.Cores(
                            watched.coreUse().redisCores(),
                            watched.coreUse().compilerCores(),
                            ServerSpeed.of(site.serverCpus(variant), watched.speed()),
                            watched.speed().cores()),
                    profile,
                    Diagnosis.of(observation(trial.settings(), result, watched, profile)));
            return labRun(trial, result, rejections, watched, details);
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": what the processes left can't be read", e);
        }
    }

    /** A service that ended, or answers no more, can't be watched either: that then is what is told. */
    private static Watched watch(RunningPair pair, RunWatch watch, Load load, @Nullable Path jfr)
            throws InterruptedException {
        try {
            return watch.watch(load, jfr);
        } catch (ProcessFailedException e) {
            pair.service().requireAnswers();
            throw e;
        }
    }

    /** A load that failed may be the service's doing, which then is what is told. */
    private static MadeLoad result(RunningPair pair) throws IOException, InterruptedException {
        try {
            return pair.maker().result();
        } catch (ProcessFailedException e) {
            pair.service().requireAnswers();
            throw e;
        }
    }

    /** The laboratory's own processes that are there now. */
    public List<Long> pids() {
        List<Long> pids = new ArrayList<>(site.pids());
        pids.addAll(generators.pids());
        kept.forEach(pair -> pids.addAll(pair.pids()));
        return pids;
    }

    private void endKept() {
        kept.forEach(RunningPair::close);
        kept.clear();
    }

    @Override
    public void close() {
        endKept();
        generators.close();
    }

    @Override
    public void keep(String fileName, String text) {
        try {
            Files.writeString(site.directory().resolve(fileName), text);
        } catch (IOException e) {
            throw new UncheckedIOException(fileName + " can't be written: " + e.getMessage(), e);
        }
    }

    /** Reads and draws what was recorded; the processes of the run have ended by now and lose nothing by it. */
    private @Nullable RunProfile profile(String name, Watched watched) throws IOException {
        RunWatch.Recording recording = watched.recording();
        if (recording == null) {
            return null;
        }
        List<SampledPool> pools = SampledStates.of(
                site.directory().resolve(name + ".jfr"), recording.seconds(), tested.threadRules(), watched.pools());
        List<String> names = drawnApart(pools).stream().map(SampledPool::pool).toList();
        FlameGraphs.Drawn drawn = new FlameGraphs(site.directory())
                .ofRun(name, names, site.objective().limitMillis());
        return new RunProfile(
                recording.cpuEvent(), recording.seconds(), name + ".jfr", drawn.flames(), drawn.notDrawn(), pools);
    }

    /** Pools that keep a ledger, else the threads that there are most of. */
    private static List<SampledPool> drawnApart(List<SampledPool> pools) {
        List<SampledPool> counted =
                pools.stream().filter(pool -> !pool.differences().isEmpty()).toList();
        return counted.isEmpty()
                ? pools.stream()
                        .filter(pool -> pool.threads() > 1)
                        .sorted(Comparator.comparingInt(SampledPool::threads).reversed())
                        .limit(MOST_DRAWN_APART)
                        .toList()
                : counted;
    }

    private Observation observation(
            RunSettings settings, MadeLoad result, Watched watched, @Nullable RunProfile profile) {
        Variant variant = settings.variant();
        return new Observation(
                watched.pools(),
                profile == null ? List.of() : profile.pools(),
                watched.threads(),
                new CpuUse(
                        result.use().serverCpuCores(),
                        site.serverCores(variant),
                        result.use().generatorCpuCores(),
                        result.environment().cores(),
                        watched.coreUse().redisCores(),
                        !Objects.equals(site.cores().redisCpus(), site.cores().generatorCpus()),
                        watched.coreUse().throttledShare()),
                new LoadSeen(
                        settings.load().demand() instanceof ClosedLoop closed ? closed.users() : null,
                        result.counts().throughputPerSecond()),
                result.invalidReasons().stream()
                        .filter(reason -> GENERATOR_COMPLAINS.contains(reason.fault()))
                        .toList());
    }

    private LabRun labRun(
            Trial trial, MadeLoad load, @Nullable Map<String, Long> rejections, Watched watched, RunDetails details) {
        Figures figures = new Figures(
                load.counts(),
                load.times(),
                load.schedule(),
                load.noise(),
                load.use(),
                new Figures.ServerSide(rejections, watched.coreUse().throttledShare()));
        return new LabRun(
                        new LabRun.Identity(trial.number(), trial.repeat(), load.startedAt(), true),
                        trial.settings(),
                        figures,
                        new LabRun.ServerTelling(watched.pools(), watched.edges(), watched.pauses()),
                        details,
                        load.environment(),
                        RunChecks.ofTheGenerator(
                                load.invalidReasons(),
                                load.schedule().sending(),
                                site.objective().limitMillis()))
                .discardedFor(RunChecks.reasonsAgainst(figures, trial.settings().expectedErrors()))
                .discardedFor(RunChecks.reasonsAgainst(
                        details.cores().compilerCores(),
                        site.serverCores(trial.settings().variant()),
                        trial.settings().load().demand()));
    }
}
