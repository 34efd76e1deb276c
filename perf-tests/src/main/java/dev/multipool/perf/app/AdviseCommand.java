package dev.multipool.perf.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.perf.advice.Advising;
import dev.multipool.perf.advice.JvmAdvising;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says what size the pools of a running server should have. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        description = {
            "Says which sizes the model proposes for the pools of a running server, and why.",
            "With --admin it asks a server of multipool's own. With --apply it sets the sizes, watches, and sets the old ones"
                    + " again when tasks get fewer, more are turned away, or the objective is no longer kept. The token"
                    + " comes from the environment: " + AdviseCommand.TOKEN + ".",
            "With --pid it loads the agent into any JVM and says what limits that. With --apply it makes these pools larger,"
                    + " step by step, reads the sizes back, and takes the step back that brings no throughput."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:advised, or applied; with --pid also when there was nothing to change",
            "1:failed, or all taken back; no such JVM, or no pool was at work",
            "2:wrong usage"
        },
        showDefaultValues = true,
        sortOptions = false)
final class AdviseCommand implements Callable<Integer> {
    static final String TOKEN = "MULTIPOOL_ADMIN_TOKEN";
    private static final Duration OF_SERVER = Duration.ofSeconds(25);
    private static final Duration OF_JVM = Duration.ofSeconds(5);

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Target target;

    /** One of two. */
    private static final class Target {
        @Option(names = "--admin", paramLabel = "URL", description = "such as http://127.0.0.1:9000")
        private @Nullable String admin;

        @Option(names = "--pid", paramLabel = "N", description = "any JVM's process")
        private @Nullable Long pid;
    }

    @Mixin
    private final AgentOption agent = new AgentOption();

    @Option(names = "--apply", description = "set the sizes")
    private boolean apply;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "how long the pools are watched, before and after --apply: 25s, and 5s with --pid")
    private @Nullable Duration window;

    @Option(
            names = "--objective",
            paramLabel = "TEXT",
            defaultValue = "tp99<10ms",
            description = "with --admin: what the pools have to keep, if they kept it before")
    private String objective = "";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (window != null && window.isZero()) {
            throw new ParameterException(spec.commandLine(), "--window: 0 (expected: > 0)");
        }
        PrintWriter console = spec.commandLine().getOut();
        Consumer<String> say = line -> {
            console.println(line);
            console.flush();
        };
        return target.pid == null
                ? adviseServer(String.valueOf(target.admin), window == null ? OF_SERVER : window, say)
                : adviseJvm(target.pid, window == null ? OF_JVM : window, say);
    }

    private int adviseServer(String admin, Duration time, Consumer<String> say)
            throws IOException, InterruptedException {
        URI address;
        Objective kept;
        try {
            address = URI.create(admin);
            kept = Objective.parseTp99(objective);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (!"http".equals(address.getScheme()) || address.getHost() == null) {
            throw new ParameterException(
                    spec.commandLine(), "--admin: " + admin + " (expected: http://HOST:PORT, as the server prints it)");
        }
        Advising advising = new Advising(address, System.getenv(TOKEN), say);
        if (!apply) {
            advising.advise();
            return 0;
        }
        return applied(() -> advising.apply(kept, time));
    }

    private int adviseJvm(long pid, Duration time, Consumer<String> say) throws IOException, InterruptedException {
        try (ServerLedgers ledgers = agent.observe(pid, spec.commandLine(), time)) {
            JvmAdvising advising = new JvmAdvising(ledgers, time, say);
            if (!apply) {
                advising.advise();
                return 0;
            }
            return applied(advising::apply);
        }
    }

    /** Makes changes, of which those that were only tried are taken back also when this is interrupted. */
    private static int applied(Change change) throws InterruptedException {
        try (Interruption interruption = Interruption.watch()) {
            return interruption.measure(() -> kept(change)).orElse(false) ? 0 : ExitCode.FAILED;
        }
    }

    private static boolean kept(Change change) throws InterruptedException {
        try {
            return change.apply();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Tells whether it stayed. */
    @FunctionalInterface
    private interface Change {
        boolean apply() throws IOException, InterruptedException;
    }
}
