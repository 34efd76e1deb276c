package dev.multipool.agent.weave;

import dev.multipool.agent.export.Exports;
import dev.multipool.agent.libraries.CommonsPools;
import dev.multipool.agent.libraries.ForkJoinPools;
import dev.multipool.agent.libraries.HikariPools;
import dev.multipool.agent.libraries.HttpClientPools;
import dev.multipool.agent.libraries.JbossPools;
import dev.multipool.agent.libraries.JdkJoins;
import dev.multipool.agent.libraries.JdkThreadPools;
import dev.multipool.agent.libraries.JettyPools;
import dev.multipool.agent.libraries.NettyPools;
import dev.multipool.agent.libraries.SpringNames;
import dev.multipool.agent.libraries.ThreadPerTaskPools;
import dev.multipool.agent.libraries.TomcatPools;
import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.Observation;
import dev.multipool.agent.runtime.PoolReader;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent at work, from one attach to one detach.
 *
 * <p><b>Lifecycle:</b> made and running, then {@link #close}, once.
 */
public final class Installation implements AutoCloseable {

    private static final List<Library> LIBRARIES = List.of(
            new JdkThreadPools(),
            new ForkJoinPools(),
            new ThreadPerTaskPools(),
            new TomcatPools(),
            new JettyPools(),
            new JbossPools(),
            new NettyPools(),
            new HikariPools(),
            new CommonsPools(),
            new HttpClientPools(),
            new JdkJoins(),
            new SpringNames());

    private final Weaver weaver;
    private final Observation observation;
    private final Exports exports;
    private final CostWatch cost;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /**
     * Begins.
     *
     * @param optionText what the agent was told, or null
     * @param say is told, once, what goes wrong later
     * @throws IllegalArgumentException when there is no such option
     * @throws IllegalStateException when this JVM can't be woven; it is as it was then
     */
    public Installation(Instrumentation instrumentation, @Nullable String optionText, Consumer<String> say) {
        AgentOptions options = AgentOptions.parse(optionText);
        if (!instrumentation.isRetransformClassesSupported()) {
            throw new IllegalStateException("this JVM does not let agents change classes that are loaded");
        }
        openTheJdk(instrumentation);
        observation = new Observation(Installation::reader, options.slowNanos(), say);
        weaver = new Weaver(instrumentation, LIBRARIES, say);
        observation.begin();
        Hooks.observe(observation);
        boolean isWoven = false;
        try {
            weaver.weave();
            isWoven = true;
        } finally {
            if (!isWoven) {
                endObservation();
            }
        }
        exports = new Exports(options.metrics(), options.jfr(), say);
        cost = new CostWatch(options.ownCost(), say, this::close);
    }

    /** The states of futures are private. */
    private static void openTheJdk(Instrumentation instrumentation) {
        instrumentation.redefineModule(
                ExecutorService.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("java.util.concurrent", Set.of(Observation.class.getModule())),
                Set.of(),
                Map.of());
    }

    private static @Nullable PoolReader reader(Object pool) {
        for (Library library : LIBRARIES) {
            PoolReader reader = library.reader(pool);
            if (reader != null) {
                return reader;
            }
        }
        return null;
    }

    /** Gives all classes back as they were and takes the ledgers off; does nothing the second time. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        cost.close();
        exports.close();
        try {
            weaver.unweave();
        } finally {
            endObservation();
        }
    }

    private void endObservation() {
        Hooks.observe(null);
        try {
            observation.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
