package dev.multipool.perf.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.laboratory.process.PoolAgent;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.process.WaitGraph;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Gives ledgers to the pools of a running JVM, and prints what they did in a window. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        description = {
            "Loads multipool's agent into a running JVM and prints what its pools did in a window,",
            "and who waits for whom.",
            "The ledgers stay there, as MBeans, until --stop or the end of that JVM."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:printed, or stopped", "1:no such JVM, or no pool was at work", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class AttachCommand implements Callable<Integer> {
    private static final String JAR = "multipool-agent.jar";
    private static final Duration PAUSE = Duration.ofMillis(200);

    @Option(names = "--pid", paramLabel = "N", required = true, description = "the JVM's process")
    private long pid;

    @Option(
            names = "--agent",
            paramLabel = "FILE",
            description = "the agent, which must stay there: " + JAR + " beside this jar, or of this checkout")
    private @Nullable Path agent;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            defaultValue = "5s",
            converter = DurationConverter.class,
            description = "how long the pools are watched")
    private Duration window = Duration.ZERO;

    @Option(names = "--stop", description = "gives that JVM's classes back as they were, and takes the ledgers off")
    private boolean stop;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Path jar = agent == null ? besideThis() : agent;
        if (!Files.isRegularFile(jar)) {
            throw new ParameterException(spec.commandLine(), "--agent: " + jar + " (expected: the file " + JAR + ")");
        }
        PrintWriter console = spec.commandLine().getOut();
        if (stop) {
            PoolAgent.stop(pid, jar);
            console.println("process " + pid + " is observed no longer");
            return 0;
        }
        PoolAgent.start(pid, jar);
        try (ServerLedgers ledgers = firstPools()) {
            List<PoolEdge> edges = ledgers.edges();
            ServerLedgers.Reading before = ledgers.read();
            Thread.sleep(window.toMillis());
            List<PoolLedger> pools = ledgers.read().since(before);
            print(pools, console);
            new GraphPrinter(console).print(WaitGraph.of(edges, ledgers.edges(), pools));
            console.flush();
        }
        return 0;
    }

    /** A pool shows when it is at work. */
    private ServerLedgers firstPools() throws InterruptedException {
        long left = Math.max(window.toMillis(), PAUSE.toMillis());
        while (true) {
            try {
                return ServerLedgers.attach(pid);
            } catch (ProcessFailedException e) {
                left -= PAUSE.toMillis();
                if (left < 0) {
                    throw e;
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private static void print(List<PoolLedger> ledgers, PrintWriter console) {
        console.println(String.format(
                Locale.ROOT,
                "%-28s %-40s %10s %10s %10s %8s %8s %10s",
                "pool",
                "bounds",
                "tasks/s",
                "queue ms",
                "service ms",
                "busy",
                "cpu",
                "rejected/s"));
        for (PoolLedger ledger : ledgers) {
            Double cpu = ledger.threads().cpuSeconds();
            console.println(String.format(
                    Locale.ROOT,
                    "%-28s %-40s %10.1f %10.3f %10.3f %8s %8s %10.1f",
                    ledger.pool(),
                    ledger.spec(),
                    ledger.ratePerSecond(),
                    ledger.meanQueueMillis(),
                    ledger.meanServiceMillis(),
                    percent(ledger, ledger.threads().busySeconds()),
                    cpu == null ? "-" : percent(ledger, cpu),
                    ledger.rejectionsPerSecond()));
        }
    }

    private static String percent(PoolLedger ledger, double seconds) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * ledger.threads().share(seconds));
    }

    private static Path besideThis() {
        try {
            Path folder = Path.of(AttachCommand.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling("");
            Path beside = folder.resolve(JAR);
            return Files.isRegularFile(beside)
                    ? beside
                    : folder.resolve(Path.of("..", "..", "agent", "target", JAR))
                            .normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
