package dev.multipool.rpc.server.app;

import dev.multipool.redis.SeedProgress;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.RpcServerBuilder;
import dev.multipool.rpc.server.app.logging.Logging;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.rpc.server.app.settings.SettingFlags;
import dev.multipool.rpc.server.app.settings.SettingsException;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import dev.multipool.rpc.server.app.settings.SettingsReference;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the application: flags into settings, settings into a running service, signals into its end. */
@Command(
        name = "multipool-server",
        mixinStandardHelpOptions = true,
        versionProvider = ServerVersion.class,
        description = "Serves findUserInfo and queryItems over baidu_std.",
        sortOptions = false)
final class ServerCommand implements Callable<Integer> {
    static final int FAILED = 1;
    static final int BAD_CONFIGURATION = 2;

    private static final Logger log = LoggerFactory.getLogger(ServerCommand.class);

    @Option(names = "--config", paramLabel = "FILE", description = "YAML file with settings")
    private @Nullable Path config;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "sets any setting, for example --set pools.business=fixed:threads=24,queue=100")
    private Map<String, String> others = new LinkedHashMap<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--print-reference", description = "prints every setting as a page in Markdown, and ends")
    private boolean printReference;

    private UnaryOperator<RpcServerBuilder> addition = UnaryOperator.identity();
    private volatile boolean serving;

    /** Gives the server something beyond its settings. */
    ServerCommand with(UnaryOperator<RpcServerBuilder> addition) {
        this.addition = addition;
        return this;
    }

    /** The command line with the flags that settings declare. */
    CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(this);
        SettingFlags.addTo(commandLine.getCommandSpec());
        return commandLine;
    }

    /** Whether a service was started, which now runs until a signal ends it. */
    boolean serving() {
        return serving;
    }

    @Override
    public Integer call() {
        if (printReference) {
            System.out.print(SettingsReference.markdown());
            return 0;
        }
        ServerSettings settings;
        try {
            settings = SettingsLoader.load(config, System.getenv(), flags());
            settings.requireRedis();
        } catch (SettingsException e) {
            System.err.println("multipool-server: " + e.getMessage());
            return BAD_CONFIGURATION;
        }
        try {
            serve(settings);
            return 0;
        } catch (IOException | RuntimeException e) {
            log.debug("start failed", e);
            System.err.println("multipool-server: " + e.getMessage());
            return FAILED;
        }
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>(others);
        flags.putAll(SettingFlags.readGiven(spec.commandLine().getParseResult()));
        return flags;
    }

    private void serve(ServerSettings settings) throws IOException {
        UserService service = Wiring.start(settings, ServerCommand::showProgress, addition);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(service), "shutdown"));
        serving = true;
        System.out.println("listening on " + settings.network().address().host() + ":"
                + service.server().address().getPort());
        if (!settings.network().address().hostGiven()) {
            log.info("only this machine reaches the RPC port, by default; --host 0.0.0.0 opens it to the network");
        }
        log.info("under attack at most: {}", AttackBounds.of(settings).describe());
        service.adminAddress()
                .ifPresent(admin -> System.out.println("admin on http://" + NetUtil.toSocketAddressString(admin)));
    }

    private static void showProgress(SeedProgress progress) {
        System.err.println("seeding: " + progress.written() + " of " + progress.total() + " " + progress.what());
    }

    /** What scripts read at the end: {@code none}, or each reason that occurred with its count. */
    private static String rejections(RpcServer server) {
        String counts = server.rejections().entrySet().stream()
                .filter(reason -> reason.getValue() > 0)
                .map(reason -> reason.getKey() + "=" + reason.getValue())
                .collect(Collectors.joining(", "));
        return counts.isEmpty() ? "none" : counts;
    }

    private static void stop(UserService service) {
        service.close();
        System.out.println("rejected: " + rejections(service.server()));
        Logging.end();
        // a JVM that a signal ends exits with 128 + the signal's number; a clean stop is 0
        Runtime.getRuntime().halt(0);
    }
}
