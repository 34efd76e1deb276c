package dev.multipool.laboratory.run;

import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.GeneratorOrder;
import dev.multipool.laboratory.process.GeneratorProcess;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Load by our generator, in a JVM of its own that stays for all runs, and for other services. */
final class GeneratorLoad implements LoadMaker {
    private static final double LONGEST_PART_SECONDS = 2;
    private static final double SHORTEST_PART_SECONDS = 1;

    private final Generators generators;
    private final TestedService tested;
    private final RunningService service;
    private final GeneratorProcess generator;
    private final List<String> flags;
    private @Nullable Path json;

    private GeneratorLoad(
            Generators generators,
            TestedService tested,
            RunningService service,
            GeneratorProcess generator,
            List<String> flags) {
        this.generators = generators;
        this.tested = tested;
        this.service = service;
        this.generator = generator;
        this.flags = flags;
    }

    static GeneratorLoad of(Generators generators, TestedService tested, RunningService service, Load load, String name)
            throws InterruptedException {
        return new GeneratorLoad(
                generators, tested, service, generators.take(load, name), GeneratorPlan.jvmFlags(load));
    }

    @Override
    public boolean fits(Load load) {
        return generator.isIdle() && flags.equals(GeneratorPlan.jvmFlags(load));
    }

    @Override
    public boolean isCold() {
        return !generator.hasRun();
    }

    @Override
    public double warmUpPartSeconds(double warmupSeconds) {
        return Math.max(SHORTEST_PART_SECONDS, Math.min(LONGEST_PART_SECONDS, warmupSeconds));
    }

    @Override
    public void beginWarmUp(Load part) {
        generator.begin(GeneratorOrder.warmUp(tested.plan(part, service.port())));
    }

    @Override
    public void begin(Load load, int run, Path file) {
        json = file;
        generator.begin(
                new GeneratorOrder(GeneratorPlan.ofRun(load, tested.plan(load, service.port()), run), watched(), file));
    }

    private WatchedMachine watched() {
        RunSite site = generators.site();
        String own = site.cores().pinnedCpus();
        return new WatchedMachine(
                service.pids(),
                site.companionPids(),
                service.gcLog(),
                site.watch().stallLog(),
                own == null ? Set.of() : Set.copyOf(CorePlan.numbers(own)));
    }

    @Override
    public boolean awaitWindow(Duration atMost) throws InterruptedException {
        return generator.awaitWindow(atMost);
    }

    @Override
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return generator.awaitEnd(atMost);
    }

    @Override
    public MadeLoad result() throws IOException {
        String problem = generator.problem();
        if (problem != null || json == null) {
            throw generator.failure("could not run its load: " + problem);
        }
        return MadeLoad.of(LoadResultJson.read(json));
    }

    @Override
    public ProcessFailedException failure(String what) {
        return generator.failure(what);
    }

    @Override
    public List<Long> pids() {
        return List.of(generator.pid());
    }

    /** One that can be asked again stays. */
    @Override
    public void close() {
        if (!generator.isIdle()) {
            generators.end(generator);
        }
    }
}
