package dev.multipool.perf.app;

import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.perf.watch.JvmPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Serves the live page of any JVM. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Loads multipool's agent into a running JVM and serves a page that shows its pools as they work, on loopback.",
            "Sizes can be changed there with a token of at least 16 characters, which comes from the environment: "
                    + AdviseCommand.TOKEN + ". Without one they can't.",
            "It serves until that JVM ends, or until Ctrl-C."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:that JVM has ended", "1:no such JVM, or no pool was at work, or no port", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class WatchCommand implements Callable<Integer> {
    private static final Duration FOR_A_POOL = Duration.ofSeconds(30);

    @Option(names = "--pid", paramLabel = "N", required = true, description = "the JVM's process")
    private long pid;

    @Option(names = "--port", paramLabel = "N", defaultValue = "0", description = "of the page; 0: one that is free")
    private int port;

    @Mixin
    private final AgentOption agent = new AgentOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String token = System.getenv(AdviseCommand.TOKEN);
        PrintWriter console = spec.commandLine().getOut();
        try (ServerLedgers ledgers = agent.observe(pid, spec.commandLine(), FOR_A_POOL);
                JvmPage page = new JvmPage(pid, ledgers, port, token)) {
            console.println("watching process " + pid + " on http://127.0.0.1:"
                    + page.address().getPort() + "/live");
            console.flush();
            page.awaitEnd();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        return 0;
    }
}
