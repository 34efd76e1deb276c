package dev.multipool.perf.app;

import dev.multipool.laboratory.process.PoolAgent;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ServerLedgers;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where the agent is, and how it gets into a JVM. */
final class AgentOption {
    private static final String JAR = "multipool-agent.jar";
    private static final Duration PAUSE = Duration.ofMillis(200);

    @Option(
            names = "--agent",
            paramLabel = "FILE",
            description = "the agent, which must stay there: " + JAR + " beside this jar, or of this checkout")
    private @Nullable Path agent;

    /** The agent's jar, or a wrong usage. */
    Path jar(CommandLine command) {
        Path jar = agent == null ? besideThis() : agent;
        if (!Files.isRegularFile(jar)) {
            throw new ParameterException(command, "--agent: " + jar + " (expected: the file " + JAR + ")");
        }
        return jar;
    }

    /**
     * Loads the agent into a JVM, unless it is there, and waits for the first pool at work.
     *
     * @param atMost how long that is waited for
     * @throws ProcessFailedException when there is no such JVM, or no pool was at work
     */
    ServerLedgers observe(long pid, CommandLine command, Duration atMost) throws InterruptedException {
        PoolAgent.start(pid, jar(command));
        long left = Math.max(atMost.toMillis(), PAUSE.toMillis());
        while (true) {
            try {
                return ServerLedgers.attach(pid);
            } catch (ProcessFailedException e) {
                left -= PAUSE.toMillis();
                if (left < 0) {
                    throw e;
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private static Path besideThis() {
        try {
            Path folder = Path.of(AgentOption.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling("");
            Path beside = folder.resolve(JAR);
            return Files.isRegularFile(beside)
                    ? beside
                    : folder.resolve(Path.of("..", "..", "agent", "target", JAR))
                            .normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
