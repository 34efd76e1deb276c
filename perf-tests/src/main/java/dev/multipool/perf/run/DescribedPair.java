package dev.multipool.perf.run;

import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.laboratory.check.CheckFinding;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.knob.RunningKnobs;
import dev.multipool.laboratory.service.DescribedService;
import dev.multipool.laboratory.service.StartOutcome;
import dev.multipool.perf.process.CompilerThreads;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.GeneratorOrder;
import dev.multipool.perf.process.GeneratorProcess;
import dev.multipool.perf.process.ProcessFailedException;
import dev.multipool.perf.result.Load;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A described service and a generator JVM that run: for one run, or for several that differ in live knobs at most.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends both.
 */
final class DescribedPair implements AutoCloseable {
    private final ServiceDescription description;
    private final DescribedSite site;
    private final DescribedService service;
    private final RunningKnobs knobs;
    private final GeneratorProcess generator;
    private final CompilerThreads compilers;
    private final Setting atStart;
    private Setting now = Setting.NONE;
    private int runs;

    private DescribedPair(
            ServiceDescription description,
            DescribedSite site,
            DescribedService service,
            GeneratorProcess generator,
            Setting atStart) {
        this.description = description;
        this.site = site;
        this.service = service;
        this.generator = generator;
        this.atStart = atStart;
        this.knobs = new RunningKnobs(service.pid(), service.port());
        this.compilers = new CompilerThreads(service.pid());
    }

    /**
     * Starts both.
     *
     * @param name begins the names of the files that they write
     * @throws ProcessFailedException when the service does not get ready
     */
    static DescribedPair start(ServiceDescription description, DescribedSite site, Setting setting, String name)
            throws InterruptedException {
        StartOutcome<DescribedService> outcome = DescribedService.start(
                pinned(description, site.cores().serverCpus()),
                setting,
                site.directory().resolve(name + "-service.log"));
        if (!(outcome instanceof StartOutcome.Started<DescribedService> started)) {
            throw failure(
                    setting, CheckFinding.ofStart(description.name(), outcome).orElseThrow());
        }
        DescribedService service = started.service();
        GeneratorProcess generator = null;
        try {
            generator = GeneratorProcess.start(
                    site.generator(),
                    site.cores().generatorCpus(),
                    site.directory().resolve(name + "-generator.log"));
            return new DescribedPair(description, site, service, generator, setting);
        } finally {
            if (generator == null) {
                service.close();
            }
        }
    }

    /** On cores of its own, where the laboratory gives it some. */
    private static ServiceDescription pinned(ServiceDescription description, @Nullable String cpus) {
        if (cpus == null || !(description.origin() instanceof Origin.Launch launch)) {
            return description;
        }
        List<String> command = new ArrayList<>(List.of("taskset", "-c", cpus));
        command.addAll(launch.command());
        return new ServiceDescription(
                description.name(),
                new Origin.Launch(
                        command,
                        launch.directory(),
                        launch.environment(),
                        launch.ready(),
                        launch.readyWithin(),
                        launch.stopWithin()),
                description.knobs(),
                description.constraints(),
                description.load(),
                description.objective());
    }

    /** Whether a run with this setting can be made after changing live knobs at most. */
    boolean fits(Setting setting) {
        return service.isAlive()
                && description.knobs().stream()
                        .filter(knob -> !knob.isLive())
                        .allMatch(knob -> Objects.equals(value(knob, setting), value(knob, atStart)));
    }

    private static String value(Knob knob, Setting setting) {
        return setting.values().getOrDefault(knob.name(), "");
    }

    /**
     * Sets and reads back the knobs, warms up what is not warm, and begins a window.
     *
     * @param json takes the generator's result
     * @throws ProcessFailedException when a knob did not take effect
     */
    void begin(Setting setting, Load load, Path json) throws InterruptedException {
        for (Knob knob : description.knobs()) {
            String asked = value(knob, setting);
            if (!asked.equals(now.values().get(knob.name()))) {
                Optional<CheckFinding> wrong =
                        CheckFinding.ofKnob(knob, knob.isLive() ? knobs.set(knob, asked) : knobs.verify(knob, asked));
                if (wrong.isPresent() && !wrong.get().isWarning()) {
                    throw failure(setting, wrong.get());
                }
            }
        }
        now = setting;
        if (runs == 0) {
            warmUp(load);
        }
        Load settling = RunTimes.settling(load);
        generator.begin(new GeneratorOrder(GeneratorPlan.extended(settling, plan(settling)), watched(), json));
        runs++;
    }

    /** Code that is compiled while the service waits for its only core is compiled late: until then it is on all cores. */
    private void warmUp(Load load) throws InterruptedException {
        String all = site.cores().pinnedCpus();
        String own = site.cores().serverCpus();
        if (all != null && own != null) {
            compilers.runOn(all);
        }
        new WarmUp(generator, compilers, this::plan).run(load);
        if (all != null && own != null) {
            compilers.runOn(own);
        }
    }

    private static ProcessFailedException failure(Setting setting, CheckFinding finding) {
        return new ProcessFailedException("with " + setting + ": " + finding.sentence());
    }

    private LoadPlan plan(Load load) {
        return GeneratorPlan.of(
                load,
                description.load().target().host(),
                service.port(),
                description.load().calls());
    }

    private WatchedMachine watched() {
        String own = site.cores().pinnedCpus();
        return new WatchedMachine(
                service.pid(),
                List.of(),
                null,
                site.watch().stallLog(),
                own == null ? Set.of() : Set.copyOf(CorePlan.numbers(own)));
    }

    /** CPU time of the service's JIT compilers so far; 0 where the started process is no JVM. */
    double compilerSeconds() {
        return compilers.cpuSeconds();
    }

    /** Runs that were begun before the last one. */
    int earlierRuns() {
        return runs - 1;
    }

    GeneratorProcess generator() {
        return generator;
    }

    /** Throws when the service has ended on its own. */
    void requireAlive() {
        if (!service.isAlive()) {
            throw new ProcessFailedException("with " + now + " the service ended during the run; it printed last:\n  "
                    + String.join("\n  ", service.lastLines()));
        }
    }

    List<Long> pids() {
        List<Long> pids = new ArrayList<>(List.of(generator.pid()));
        ProcessHandle.of(service.pid()).ifPresent(root -> Stream.concat(Stream.of(root), root.descendants())
                .map(ProcessHandle::pid)
                .forEach(pids::add));
        return pids;
    }

    @Override
    public void close() {
        generator.close();
        knobs.close();
        service.close();
    }
}
