package dev.multipool.perf.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server in a JVM of its own, from the moment it listens until it is closed. */
public final class ServerProcess implements AutoCloseable {
    static final String MAIN_CLASS = "dev.multipool.rpc.server.app.Main";

    private static final Pattern LISTENING = Pattern.compile("^listening on (\\S+):([0-9]+)$", Pattern.MULTILINE);
    private static final Duration TIME_TO_LISTEN = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(50);

    private final ChildProcess child;
    private final int port;

    private ServerProcess(ChildProcess child, int port) {
        this.child = child;
        this.port = port;
    }

    /**
     * Starts a server and waits until it says that it listens.
     *
     * @param cpus CPU numbers as taskset reads them; null for no pinning
     * @param arguments of the server; they should ask for port 0
     * @param output what it prints goes there
     * @throws ProcessFailedException when it ends before it listens, or doesn't listen within 30 s
     */
    public static ServerProcess start(JavaCommand java, @Nullable String cpus, List<String> arguments, Path output)
            throws InterruptedException {
        ChildProcess child = ChildProcess.start("server", java.commandLine(cpus, MAIN_CLASS, arguments), output);
        boolean listens = false;
        try {
            ServerProcess server = new ServerProcess(child, awaitPort(child));
            listens = true;
            return server;
        } finally {
            if (!listens) {
                child.close();
            }
        }
    }

    private static int awaitPort(ChildProcess child) throws InterruptedException {
        for (long polls = TIME_TO_LISTEN.dividedBy(POLL); polls > 0; polls--) {
            boolean ended = child.awaitEnd(POLL);
            Matcher listening = LISTENING.matcher(child.outputText());
            if (ended) {
                throw child.failure("ended with exit code " + child.exitCode() + " instead of serving");
            }
            if (listening.find()) {
                return Integer.parseInt(listening.group(2));
            }
        }
        throw child.failure("did not say \"listening on HOST:PORT\" within " + TIME_TO_LISTEN.toSeconds() + " s");
    }

    /** Where it listens, on this machine. */
    public int port() {
        return port;
    }

    public long pid() {
        return child.pid();
    }

    /** Throws when the server has ended on its own. */
    public void requireAlive() {
        if (!child.isAlive()) {
            throw child.failure("ended with exit code " + child.exitCode() + " during the run");
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
