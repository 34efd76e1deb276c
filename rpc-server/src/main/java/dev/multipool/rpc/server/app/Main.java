package dev.multipool.rpc.server.app;

import dev.multipool.rpc.server.app.settings.ServerSettings;
import picocli.CommandLine;

/** The application's entry point. Exit codes: 0 stopped, 1 failed, 2 bad configuration. */
public final class Main {
    private static final String LOG_CONFIGURATION = "logback.configurationFile";

    private Main() {}

    public static void main(String[] args) {
        // set here and not by a logback.xml at the root: who embeds the library keeps their own logging
        if (System.getProperty(LOG_CONFIGURATION) == null) {
            System.setProperty(LOG_CONFIGURATION, "dev/multipool/rpc/server/app/logback.xml");
        }
        ServerCommand command = new ServerCommand();
        CommandLine commandLine = new CommandLine(command).setParameterExceptionHandler((e, ignored) -> {
            System.err.println("multipool-server: " + e.getMessage() + " (see --help)");
            return ServerCommand.BAD_CONFIGURATION;
        });
        commandLine
                .getCommandSpec()
                .usageMessage()
                .footer(("%nSettings, by rising precedence from --config, from the environment, from flags:%n"
                                + ServerSettings.describeAll().replace("%", "%%"))
                        .split("\n"));
        int exitCode = commandLine.execute(args);
        if (!command.serving()) {
            System.exit(exitCode);
        }
    }
}
