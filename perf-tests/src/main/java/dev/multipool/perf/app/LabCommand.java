package dev.multipool.perf.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that holds the others. */
@Command(
        name = "multipool-lab",
        mixinStandardHelpOptions = true,
        versionProvider = LabCommand.Version.class,
        description = "Measures which thread pool serves findUserInfo best, and reports it.",
        subcommands = {RunCommand.class, ReportCommand.class},
        sortOptions = false)
final class LabCommand implements Runnable {
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: run or report");
    }

    /** The version of the jar's manifest. */
    static final class Version implements picocli.CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = LabCommand.class.getPackage().getImplementationVersion();
            return new String[] {"multipool-lab " + (version == null ? "(from classes)" : version)};
        }
    }
}
