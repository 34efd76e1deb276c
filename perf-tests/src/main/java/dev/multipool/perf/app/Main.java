package dev.multipool.perf.app;

import picocli.CommandLine;

/** The laboratory's entry point. Exit codes: 0 done, with an answer or a provisional one; 1 failed, or no answer; 2 wrong usage. */
public final class Main {
    private static final String LOG_CONFIGURATION = "logback.configurationFile";

    private Main() {}

    public static void main(String[] args) {
        if (System.getProperty(LOG_CONFIGURATION) == null) {
            System.setProperty(LOG_CONFIGURATION, "dev/multipool/perf/app/logback.xml");
        }
        System.exit(execute(args));
    }

    static int execute(String... args) {
        return new CommandLine(new LabCommand())
                .setParameterExceptionHandler((e, ignored) -> {
                    CommandLine command = e.getCommandLine();
                    command.getErr().println(nameOf(command) + ": " + e.getMessage() + " (see --help)");
                    return ExitCode.WRONG_USAGE;
                })
                .setExecutionExceptionHandler((e, command, ignored) -> {
                    command.getErr().println(nameOf(command) + ": " + Failures.describe(e));
                    return ExitCode.FAILED;
                })
                .execute(args);
    }

    private static String nameOf(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }
}
