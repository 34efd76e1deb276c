package dev.multipool.perf.app;

import dev.multipool.laboratory.description.CommandLine;
import dev.multipool.laboratory.proposal.FirstDescription;
import dev.multipool.laboratory.proposal.LookException;
import dev.multipool.pools.DurationText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Proposes the description of a service. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = {
            "Looks at a service and prints its first description; what it found goes to the error stream.",
            "Example: init --pid 4711 > shop.yaml"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:a description was printed", "1:there is nothing to describe", "2:wrong usage"},
        sortOptions = false)
final class InitCommand implements Callable<Integer> {
    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Service service;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "how long the service may take until it listens (default: ${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private String within;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    /** Which service it is. */
    static final class Service {
        @Option(names = "--pid", paramLabel = "PID", required = true, description = "a JVM, or a process above one")
        private long pid;

        @Option(
                names = "--command",
                paramLabel = "COMMAND",
                required = true,
                description = "a command that starts it, as a shell would split it; {port} is a free port")
        private @Nullable String command;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Duration time = time();
        try {
            FirstDescription first = service.command == null
                    ? FirstDescription.ofProcess(service.pid, time)
                    : ofCommand(service.command, time);
            first.explanation().forEach(err::println);
            spec.commandLine().getOut().print(first.yaml());
            spec.commandLine().getOut().flush();
            return 0;
        } catch (LookException e) {
            err.println(spec.qualifiedName() + ": " + e.failure().sentence());
            return ExitCode.FAILED;
        }
    }

    private FirstDescription ofCommand(String command, Duration time)
            throws IOException, InterruptedException, LookException {
        Path console = Files.createTempFile("service-", ".log");
        try {
            return FirstDescription.ofCommand(words(command), Path.of("").toAbsolutePath(), time, console);
        } finally {
            Files.delete(console);
        }
    }

    private List<String> words(String command) {
        try {
            List<String> words = CommandLine.split(command);
            if (!words.isEmpty()) {
                return words;
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--command: " + e.getMessage(), e);
        }
        throw new ParameterException(spec.commandLine(), "--command: no words (expected: a command)");
    }

    private Duration time() {
        try {
            Duration time = DurationText.parse("--within", within);
            if (!time.isNegative() && !time.isZero()) {
                return time;
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        throw new ParameterException(spec.commandLine(), "--within: " + within + " (expected: above 0, such as 60s)");
    }
}
