package dev.multipool.perf.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.capacity.Objective;
import dev.multipool.perf.advice.Advising;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says what size the pools of a running server should have. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        description = {
            "Asks a running server for its pools' ledgers and says which sizes the model proposes, and why.",
            "With --apply it sets them, watches, and sets the old ones again when tasks get fewer, more are turned away, or"
                    + " the objective is no longer kept. The token comes from the environment: "
                    + AdviseCommand.TOKEN + "."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:advised, or applied", "1:failed, or taken back", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class AdviseCommand implements Callable<Integer> {
    static final String TOKEN = "MULTIPOOL_ADMIN_TOKEN";

    @Option(names = "--admin", paramLabel = "URL", required = true, description = "such as http://127.0.0.1:9000")
    private String admin = "";

    @Option(names = "--apply", description = "set the sizes")
    private boolean apply;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            defaultValue = "25s",
            converter = DurationConverter.class,
            description = "how long the pools are watched before and after --apply")
    private Duration window = Duration.ZERO;

    @Option(
            names = "--objective",
            paramLabel = "TEXT",
            defaultValue = "tp99<10ms",
            description = "what the pools have to keep, if they kept it before")
    private String objective = "";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
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
        if (window.isZero()) {
            throw new ParameterException(spec.commandLine(), "--window: 0 (expected: > 0)");
        }
        PrintWriter console = spec.commandLine().getOut();
        Advising advising = new Advising(address, System.getenv(TOKEN), line -> {
            console.println(line);
            console.flush();
        });
        if (!apply) {
            advising.advise();
            return 0;
        }
        try (Interruption interruption = Interruption.watch()) {
            return interruption.measure(() -> applied(advising, kept)).orElse(false) ? 0 : ExitCode.FAILED;
        }
    }

    private boolean applied(Advising advising, Objective kept) throws InterruptedException {
        try {
            return advising.apply(kept, window);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
