package dev.multipool.laboratory.search;

import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.laboratory.check.CheckFinding;
import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.foreign.CommandLoad;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ProcessFailedException.Kind;
import dev.multipool.laboratory.process.StartingCompilers;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.GeneratorPlan;
import dev.multipool.laboratory.run.Generators;
import dev.multipool.laboratory.run.LoadMaker;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.RunningService;
import dev.multipool.laboratory.run.TestedService;
import dev.multipool.laboratory.service.DescribedService;
import dev.multipool.laboratory.service.StartOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A service that a file describes, as a service under test. */
public final class TestedDescription implements TestedService {
    private final ServiceDescription description;
    private final RunSite site;

    public TestedDescription(ServiceDescription description, RunSite site) {
        this.description = description;
        this.site = site;
    }

    @Override
    public RunningService start(Variant variant, String name) throws InterruptedException {
        Setting setting = new Setting(variant.server());
        StartingCompilers compilers = new StartingCompilers(site.compilerCpus(variant));
        StartOutcome<DescribedService> outcome = DescribedService.start(
                pinned(site.serverCpus(variant)),
                setting,
                site.directory().resolve(name + "-service.log"),
                starting -> compilers.spread(starting::pids));
        if (!(outcome instanceof StartOutcome.Started<DescribedService> started)) {
            throw failure(
                    Kind.NOT_STARTED,
                    CheckFinding.ofStart(description.name(), outcome).orElseThrow());
        }
        boolean runs = false;
        try {
            RunningDescription running =
                    new RunningDescription(description, started.service(), setting, site.directory());
            runs = true;
            return running;
        } finally {
            if (!runs) {
                started.service().close();
            }
        }
    }

    /** On cores of its own, where the laboratory gives it some. */
    private ServiceDescription pinned(@Nullable String cpus) {
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

    static ProcessFailedException failure(Kind kind, CheckFinding finding) {
        return new ProcessFailedException(kind, finding.sentence());
    }

    @Override
    public LoadPlan plan(Load load, int port) {
        return GeneratorPlan.of(
                load,
                description.load().target().host(),
                port,
                description.load().calls());
    }

    @Override
    public LoadMaker loadMaker(Generators generators, RunningService service, Load load, String name)
            throws InterruptedException {
        return description.load().calls() instanceof LoadCommand command
                ? new CommandLoad(
                        generators.site(), service, command, description.load().callers())
                : TestedService.super.loadMaker(generators, service, load, name);
    }

    /** Two of the same service may not fit on this machine, nor on its port. */
    @Override
    public boolean canRunTwice() {
        return false;
    }
}
