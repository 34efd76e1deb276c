package dev.multipool.perf.app;

import dev.multipool.laboratory.check.CheckFinding;
import dev.multipool.laboratory.check.ServiceCheck;
import dev.multipool.laboratory.description.DescriptionError;
import dev.multipool.laboratory.description.DescriptionException;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.ServiceDescription;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tries the description of a service before anything is measured by it. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Checks the description of a service: starts it, calls it, changes each knob to two values, reads these back,"
                    + " and ends it.",
            "Example: check shop.yaml"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:nothing is wrong", "1:the service is not as described", "2:the description can't be read"},
        sortOptions = false)
final class CheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the description, in YAML")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Path file;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        ServiceDescription description = description();
        Path console = Files.createTempFile("service-", ".log");
        List<CheckFinding> findings = ServiceCheck.check(description, console);
        findings.forEach(finding -> out.println((finding.isWarning() ? "warning: " : "wrong: ") + finding.sentence()));
        boolean wrong = findings.stream().anyMatch(finding -> !finding.isWarning());
        if (wrong) {
            out.println("what the service printed: " + console);
        } else {
            Files.delete(console);
        }
        out.println(describe(description, wrong));
        return wrong ? ExitCode.FAILED : 0;
    }

    private ServiceDescription description() {
        try {
            return DescriptionReader.read(file);
        } catch (DescriptionException e) {
            DescriptionError error = e.error();
            throw new ParameterException(spec.commandLine(), error.sentence(), e);
        }
    }

    private static String describe(ServiceDescription description, boolean wrong) {
        return description.name() + ": "
                + (wrong
                        ? "not as described"
                        : "as described, " + description.knobs().size()
                                + (description.knobs().size() == 1 ? " knob" : " knobs"));
    }
}
