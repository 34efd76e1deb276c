package dev.multipool.perf.app;

import dev.multipool.perf.app.ComparisonWiring.Comparison;
import dev.multipool.perf.peers.Contestant;
import dev.multipool.perf.peers.MeasuredWindows;
import dev.multipool.perf.peers.PeerWindow;
import dev.multipool.perf.peers.PeersExperiment;
import dev.multipool.perf.peers.PeersReport;
import dev.multipool.perf.peers.PeersSettings;
import dev.multipool.perf.peers.RedisBenchmark;
import dev.multipool.perf.peers.contestant.Framework;
import dev.multipool.redis.UserSeeder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares our server with the floor, the limit, grpc-java and Redis alone. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        description = {
            "Compares our server with bare Netty, grpc-java and redis-benchmark, and writes peers.json, peers.csv and peers.md.",
            "With rivals/target/multipool-rivals.jar it compares it with SOFABolt, Dubbo and brpc-java, too.",
            "A given Redis keeps the users that are written to it. Needs Linux."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed, or a call was answered wrongly", "2:wrong usage"},
        showDefaultValues = true,
        defaultValueProvider = PeersCommand.Defaults.class,
        sortOptions = false)
final class PeersCommand extends ComparingCommand<PeerWindow> {
    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "contestants; default: all")
    private @Nullable List<String> only;

    @Option(names = "--half-load", description = "then send each half of what the slowest answers, as an open loop")
    private boolean halfLoad;

    @Mixin
    private UsersSeededOption usersSeeded = new UsersSeededOption();

    @Override
    Comparison<PeerWindow> comparison(WindowOptions windows) {
        List<Contestant> available = Contestant.available(
                Runtime.version().feature(),
                RedisBenchmark.isOn(System.getenv().getOrDefault("PATH", "")),
                Framework.words());
        PeersSettings settings = new PeersSettings(
                only == null ? available : Contestant.named(only, available),
                windows.users(),
                windows.rounds(),
                windows.warmup(),
                windows.duration(),
                usersSeeded.count(),
                halfLoad);
        return new Comparison<>(
                settings.estimate(),
                redis -> new UserSeeder(redis).seed(usersSeeded.count(), Wiring.SAMPLE_SEED, seeding -> {}),
                (site, progress) -> {
                    try (PeersExperiment experiment = new PeersExperiment(settings, site, progress)) {
                        return experiment.run();
                    }
                });
    }

    @Override
    String jar() {
        return Framework.words().isEmpty() ? super.jar() : Contestant.FRAMEWORKS_JAR;
    }

    @Override
    String ownCommandLine() {
        return "peers" + (only == null ? "" : " --only " + String.join(",", only)) + (halfLoad ? " --half-load" : "")
                + " --users-seeded " + usersSeeded.count();
    }

    @Override
    boolean hasFailures(PeerWindow window) {
        return window.failed().failures() > 0;
    }

    @Override
    String report(MeasuredWindows<PeerWindow> measured, Path directory) throws IOException {
        PeersReport report = new PeersReport(measured);
        report.write(directory);
        return report.console();
    }

    static final class Defaults extends WindowOptions.Defaults {
        Defaults() {
            super("3", "20s", "8s", "24,100");
        }
    }
}
