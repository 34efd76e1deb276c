package dev.multipool.bench.app;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The entry point of {@code multipool-bench.jar}. */
@Command(
        name = "multipool-bench",
        description = "Puts load on a multipool server and measures it.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {RunCommand.class, SearchCommand.class, MergeCommand.class})
public final class Main {
    private static final String LOGBACK_PROPERTY = "logback.configurationFile";

    private Main() {}

    /** Runs the command line and ends the process: 0 when all went well, 1 on a failure, 2 on bad arguments. */
    public static void main(String[] arguments) {
        if (System.getProperty(LOGBACK_PROPERTY) == null) {
            System.setProperty(LOGBACK_PROPERTY, "dev/multipool/bench/app/logback.xml");
        }
        Charset charset = Charset.defaultCharset();
        System.exit(
                run(new PrintWriter(System.out, true, charset), new PrintWriter(System.err, true, charset), arguments));
    }

    /**
     * Runs the command line without the process around it, as often as it is called; a signal that ends the process ends the
     * run first.
     *
     * @param out takes results
     * @param err takes progress and errors
     * @return the exit code
     */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, args) -> {
                    err.println(e.getMessage());
                    err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(arguments);
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"multipool-bench " + (version != null ? version : "(not packaged)")};
        }
    }
}
