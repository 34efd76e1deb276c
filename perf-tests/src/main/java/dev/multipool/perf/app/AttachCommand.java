package dev.multipool.perf.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.laboratory.process.PoolAgent;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.process.WaitGraph;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    @Option(names = "--pid", paramLabel = "N", required = true, description = "the JVM's process")
    private long pid;

    @Mixin
    private final AgentOption agent = new AgentOption();

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
        PrintWriter console = spec.commandLine().getOut();
        if (stop) {
            PoolAgent.stop(pid, agent.jar(spec.commandLine()));
            console.println("process " + pid + " is observed no longer");
            return 0;
        }
        try (ServerLedgers ledgers = agent.observe(pid, spec.commandLine(), window)) {
            List<PoolEdge> edges = ledgers.edges().orElse(List.of());
            ServerLedgers.Reading before = ledgers.read();
            Thread.sleep(window.toMillis());
            List<PoolLedger> pools = ledgers.read().since(before);
            print(pools, console);
            new GraphPrinter(console).print(WaitGraph.of(edges, ledgers.edges().orElse(List.of()), pools));
            console.flush();
        }
        return 0;
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
}
