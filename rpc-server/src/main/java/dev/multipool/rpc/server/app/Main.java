package dev.multipool.rpc.server.app;

import dev.multipool.rpc.server.RpcServerBuilder;
import dev.multipool.rpc.server.app.logging.Logging;
import dev.multipool.rpc.server.app.settings.SettingsHelp;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/** The application's entry point. Exit codes: 0 stopped, 1 failed, 2 bad configuration. */
public final class Main {
    private static final String LOG_CONFIGURATION = "logback.configurationFile";
    private static final String LEAK_SAMPLING = "io.netty.leakDetection.samplingInterval";
    /** Netty looks at one buffer in 128, where it takes the stack: measured, 3.6 % of the I/O threads' CPU time. */
    private static final String ONE_BUFFER_IN = "2048";

    private Main() {}

    public static void main(String[] args) {
        run(UnaryOperator.identity(), args);
    }

    /**
     * Runs the application.
     *
     * @param addition gives the server something beyond its settings, such as a door of one's own
     */
    public static void run(UnaryOperator<RpcServerBuilder> addition, String... args) {
        // set here and not by a logback.xml at the root: who embeds the library keeps their own logging
        if (System.getProperty(LOG_CONFIGURATION) == null) {
            System.setProperty(LOG_CONFIGURATION, "dev/multipool/rpc/server/app/logback.xml");
        }
        if (System.getProperty(LEAK_SAMPLING) == null) {
            System.setProperty(LEAK_SAMPLING, ONE_BUFFER_IN);
        }
        DirectMemory.bound();
        ServerCommand command = new ServerCommand().with(addition);
        CommandLine commandLine = command.commandLine().setParameterExceptionHandler((e, ignored) -> {
            System.err.println("multipool-server: " + e.getMessage() + " (see --help)");
            return ServerCommand.BAD_CONFIGURATION;
        });
        commandLine
                .getCommandSpec()
                .usageMessage()
                .footer(("%nSettings, by rising precedence from --config, from the environment, from flags:%n"
                                + SettingsHelp.describeAll().replace("%", "%%"))
                        .split("\n"));
        int exitCode = commandLine.execute(args);
        if (!command.serving()) {
            Logging.end();
            System.exit(exitCode);
        }
    }
}
