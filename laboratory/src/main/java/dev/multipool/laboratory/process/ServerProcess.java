package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server in a JVM of its own, from the moment it listens until it is closed. */
public final class ServerProcess implements AutoCloseable {
    private static final String PROFILED_MAIN_CLASS = ProfiledMain.class.getName();

    private static final Pattern LISTENING = Pattern.compile("^listening on (\\S+):([0-9]+)$", Pattern.MULTILINE);
    /** {@code rejected: none}, or {@code rejected: POOL_FULL=12, QUEUE_FULL=3}. */
    private static final Pattern REJECTED = Pattern.compile("^rejected: (.*)$", Pattern.MULTILINE);

    private static final Pattern COUNT = Pattern.compile("([A-Z_]+)=([0-9]+)");
    /** Where HotSpot keeps the socket of a JVM that was attached to, also when that JVM is killed. */
    private static final Path ATTACHED = Path.of("/tmp");

    private static final Duration TIME_TO_LISTEN = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(5);

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
     * @param quota the group that it starts in; null for none
     * @param mainClass has the {@code main} to run
     * @param arguments of the server; they should ask for port 0
     * @param output what it prints goes there
     * @throws ProcessFailedException when it ends before it listens, or doesn't listen within 30 s
     */
    public static ServerProcess start(
            JavaCommand java,
            @Nullable String cpus,
            @Nullable CpuQuota quota,
            String mainClass,
            List<String> arguments,
            Path output)
            throws InterruptedException {
        List<String> command = java.commandLine(cpus, mainClass, arguments);
        return start("server", quota == null ? command : quota.inside(command), output);
    }

    /** The same with a {@link ServerProfiler} in it. */
    public static ServerProcess startProfiled(
            JavaCommand java,
            @Nullable String cpus,
            @Nullable CpuQuota quota,
            String mainClass,
            List<String> arguments,
            Path output)
            throws InterruptedException {
        List<String> all = new ArrayList<>(List.of(mainClass));
        all.addAll(arguments);
        List<String> command = java.commandLine(cpus, PROFILED_MAIN_CLASS, all);
        return start("server", quota == null ? command : quota.inside(command), output);
    }

    /**
     * Starts another process that says where it listens as our server does.
     *
     * @param name what messages call it
     * @param mainClass has the {@code main} to run
     * @throws ProcessFailedException when it ends before it listens, or doesn't listen within 30 s
     */
    public static ServerProcess start(
            String name, JavaCommand java, @Nullable String cpus, String mainClass, List<String> arguments, Path output)
            throws InterruptedException {
        return start(name, java.commandLine(cpus, mainClass, arguments), output);
    }

    /**
     * The same in a session of its own, which Ctrl-C does not reach; not pinned. Needs a {@code setsid} on the path.
     *
     * @throws ProcessFailedException when it ends before it listens, or doesn't listen within 30 s
     */
    public static ServerProcess startInOwnSession(
            String name, JavaCommand java, String mainClass, List<String> arguments, Path output)
            throws InterruptedException {
        // becomes the JVM, since a child of ours leads no process group
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(java.commandLine(null, mainClass, arguments));
        return start(name, command, output);
    }

    /**
     * Starts our server as a user does, from its jar, on all cores.
     *
     * @param jvmFlags for its JVM
     * @throws ProcessFailedException when it ends before it listens, or doesn't listen within 30 s
     */
    public static ServerProcess startJar(Jdk jdk, List<String> jvmFlags, Path jar, List<String> arguments, Path output)
            throws InterruptedException {
        List<String> command = new ArrayList<>(jdk.commandLine(jvmFlags));
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        return start("server", command, output);
    }

    private static ServerProcess start(String name, List<String> command, Path output) throws InterruptedException {
        ChildProcess child = ChildProcess.start(name, command, output);
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

    /** Waits until a process says where it listens. */
    static int awaitPort(ChildProcess child) throws InterruptedException {
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

    public boolean isAlive() {
        return child.isAlive();
    }

    /** Throws when the server has ended on its own. */
    public void requireAlive() {
        if (!child.isAlive()) {
            throw child.failure("ended with exit code " + child.exitCode() + " during the run");
        }
    }

    /**
     * Stops it and reads what it then tells: how many calls it rejected, by its own reasons.
     *
     * @return null when it ended without telling, since it had to be killed
     */
    public @Nullable Map<String, Long> stop() {
        child.close();
        return rejections(child.outputText());
    }

    /** Reads the counts out of what a server printed. */
    static @Nullable Map<String, Long> rejections(String output) {
        Matcher rejected = REJECTED.matcher(output);
        if (!rejected.find()) {
            return null;
        }
        Map<String, Long> counts = new TreeMap<>();
        Matcher count = COUNT.matcher(rejected.group(1));
        while (count.find()) {
            counts.put(count.group(1), Long.valueOf(count.group(2)));
        }
        return counts;
    }

    /** Ends it at once, where it has nothing to end in order. */
    public void kill() {
        child.kill();
        close();
    }

    @Override
    public void close() {
        child.close();
        try {
            Files.deleteIfExists(ATTACHED.resolve(".java_pid" + child.pid()));
        } catch (IOException e) {
            // somebody else's, by its rights: then it is not what this server left
        }
    }
}
