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
        description = "Makes experiments on the service and its thread pools, and reports them.",
        subcommands = {
            RunCommand.class,
            PeersCommand.class,
            NestedCommand.class,
            StartCommand.class,
            IdleCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            PublishedCommand.class,
            SearchCommand.class,
            InitCommand.class,
            GridCommand.class,
            CompareGridCommand.class,
            ConfirmCommand.class,
            CheckCommand.class,
            CalibrateCommand.class,
            PredictCommand.class,
            ValidateCommand.class,
            AdviseCommand.class,
            AttachCommand.class,
            WatchCommand.class
        },
        sortOptions = false)
final class LabCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing: run, peers, nested-cost, start-time, idle-connections, report, compare, published,"
                        + " search, init, grid, compare-grid, confirm, check, calibrate, predict, validate, advise, attach or watch");
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
