package dev.multipool.laboratory.run;

import dev.multipool.laboratory.process.GeneratorProcess;
import dev.multipool.laboratory.result.Load;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Our load generators, one for each kind of load. They stay while services come and go: what a generator compiles it compiles once,
 * and all services are asked by the same one.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends all of them.
 */
public final class Generators implements AutoCloseable {
    private final RunSite site;
    private final Map<List<String>, GeneratorProcess> running = new HashMap<>();

    /** None runs yet. */
    Generators(RunSite site) {
        this.site = site;
    }

    /** Where they run. */
    public RunSite site() {
        return site;
    }

    /**
     * One for such a load; it is started where there is none.
     *
     * @param name begins the name of the file that it prints to
     */
    GeneratorProcess take(Load load, String name) throws InterruptedException {
        List<String> flags = GeneratorPlan.jvmFlags(load);
        GeneratorProcess known = running.get(flags);
        if (known != null && known.isAlive()) {
            return known;
        }
        GeneratorProcess started = GeneratorProcess.start(
                site.generator().with(flags),
                site.cores().generatorCpus(),
                site.directory().resolve(name + "-generator.log"));
        running.put(flags, started);
        return started;
    }

    /** Ends one that did not end its run, or failed. */
    void end(GeneratorProcess generator) {
        running.values().remove(generator);
        generator.close();
    }

    List<Long> pids() {
        return running.values().stream().map(GeneratorProcess::pid).toList();
    }

    @Override
    public void close() {
        running.values().forEach(GeneratorProcess::close);
        running.clear();
    }
}
