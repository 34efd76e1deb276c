package dev.multipool.laboratory.service;

import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.Ready;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a described service.
 *
 * <p><b>Lifecycle:</b> runs from {@link #start} until {@link #stop}, at the latest until this JVM ends, even when it is
 * killed. A service that ran before is left alone.
 */
public final class DescribedService implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration TO_DIE = Duration.ofSeconds(10);
    private static final Duration TO_FREE_PORT = Duration.ofSeconds(3);
    /** For processes below the one that has ended. */
    private static final Duration TO_FOLLOW = Duration.ofSeconds(2);

    private static final int LAST_LINES = 8;

    private final int port;
    private final long pid;
    private final Duration stopWithin;
    private final @Nullable Parts parts;
    private @Nullable StopOutcome stopped;

    private DescribedService(int port, long pid, Duration stopWithin, @Nullable Parts parts) {
        this.port = port;
        this.pid = pid;
        this.stopWithin = stopWithin;
        this.parts = parts;
    }

    /** What belongs to a service that was started here. */
    private record Parts(
            Process process,
            ProcessFamily family,
            Guard guard,
            BoundedConsole console,
            Thread reader,
            Set<Path> files,
            Thread hook) {}

    /** Looks at a service again and again while it starts, in the caller's thread. */
    @FunctionalInterface
    public interface StartObserver {
        void look(DescribedService starting) throws InterruptedException;
    }

    /**
     * Starts it and waits until it is ready. What did not get ready has ended when this returns.
     *
     * @param setting of the knobs that are set by a start; live ones are not touched
     * @param console the file that what it prints goes into; it stays small
     */
    public static StartOutcome<DescribedService> start(ServiceDescription description, Setting setting, Path console)
            throws InterruptedException {
        return start(description, setting, console, starting -> {});
    }

    /** The same with somebody who looks at it meanwhile; at a service that ran before nobody does. */
    public static StartOutcome<DescribedService> start(
            ServiceDescription description, Setting setting, Path console, StartObserver observer)
            throws InterruptedException {
        if (description.origin() instanceof Origin.Running running) {
            return attach(description, running, console);
        }
        return start(
                (Origin.Launch) description.origin(),
                description.knobs(),
                setting,
                description.load().target()::portFor,
                console,
                observer);
    }

    /**
     * Starts a command of which no more is known; the placeholder {@code {port}} in it is a free port, see {@link #port()}.
     *
     * @param console as in the other way to start
     */
    public static StartOutcome<DescribedService> start(Origin.Launch launch, Path console) throws InterruptedException {
        return start(launch, List.of(), Setting.NONE, chosen -> chosen, console, starting -> {});
    }

    private static StartOutcome<DescribedService> start(
            Origin.Launch launch,
            List<Knob> knobs,
            Setting setting,
            IntUnaryOperator portFor,
            Path console,
            StartObserver observer)
            throws InterruptedException {
        List<String> command = launch.command();
        try {
            int chosen = PortHolder.free();
            int port = portFor.applyAsInt(chosen);
            PortHolder holder = PortHolder.of(port);
            if (holder != null) {
                return new StartOutcome.PortTaken<>(holder);
            }
            LaunchOrder order = LaunchOrder.of(launch, knobs, setting, chosen, System.getenv());
            command = order.command();
            DescribedService service = launch(launch, order, port, console);
            return service.awaitReady(launch, chosen, observer);
        } catch (IOException e) {
            return new StartOutcome.NotStartable<>(command, String.valueOf(e.getMessage()));
        }
    }

    private static StartOutcome<DescribedService> attach(
            ServiceDescription description, Origin.Running running, Path console) throws InterruptedException {
        int port = description.load().target().portFor(0);
        if (ProcessHandle.of(running.pid()).filter(ProcessHandle::isAlive).isEmpty()) {
            return new StartOutcome.NotStartable<>(List.of(), "no process " + running.pid());
        }
        ReadyProbe probe = new ReadyProbe(running.ready(), port, new BoundedConsole(console, null));
        return probe.isReady()
                ? new StartOutcome.Started<>(new DescribedService(port, running.pid(), Duration.ZERO, null))
                : new StartOutcome.NeverReady<>(Duration.ZERO, probe.last(), List.of());
    }

    private static DescribedService launch(Origin.Launch launch, LaunchOrder order, int port, Path file)
            throws IOException {
        Set<Path> files = order.writeFiles();
        ProcessMark mark = ProcessMark.random();
        Guard guard = null;
        try {
            guard = Guard.start(mark);
            ProcessBuilder builder = new ProcessBuilder(order.command())
                    .directory(launch.directory().toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
            builder.environment().putAll(order.environment());
            Process process = mark.on(builder).start();
            BoundedConsole console = new BoundedConsole(
                    file, launch.ready() instanceof Ready.Log log ? Pattern.compile(log.regex()) : null);
            Thread reader = console.drain(process.getInputStream());
            ProcessFamily family = new ProcessFamily(process.toHandle(), mark);
            Thread hook = new Thread(
                    () -> {
                        family.members().forEach(ProcessHandle::destroyForcibly);
                        LaunchOrder.delete(files);
                    },
                    "end-service");
            Runtime.getRuntime().addShutdownHook(hook);
            return new DescribedService(
                    port,
                    process.pid(),
                    launch.stopWithin(),
                    new Parts(process, family, guard, console, reader, files, hook));
        } catch (IOException | IllegalStateException e) {
            if (guard != null) {
                guard.close();
            }
            LaunchOrder.delete(files);
            throw new IOException(e.getMessage(), e);
        }
    }

    private StartOutcome<DescribedService> awaitReady(Origin.Launch launch, int chosen, StartObserver observer)
            throws InterruptedException {
        Parts own = ours();
        ReadyProbe probe = new ReadyProbe(launch.ready(), chosen, own.console());
        long deadline = NanoClock.system().nanoTime() + launch.readyWithin().toNanos();
        try {
            while (NanoClock.system().nanoTime() < deadline) {
                if (!isAlive()) {
                    own.reader().join(TO_FREE_PORT.toMillis());
                    int exitCode = own.process().waitFor();
                    List<String> lines = lastLines();
                    stop();
                    PortHolder holder = PortHolder.of(port);
                    return holder != null
                            ? new StartOutcome.PortTaken<>(holder)
                            : new StartOutcome.Exited<>(exitCode, lines);
                }
                if (probe.isReady()) {
                    return new StartOutcome.Started<>(this);
                }
                observer.look(this);
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
        } catch (InterruptedException | RuntimeException e) {
            kill();
            throw e;
        }
        List<String> lines = lastLines();
        stop();
        return new StartOutcome.NeverReady<>(launch.readyWithin(), probe.last(), lines);
    }

    /** The port that it is asked on. */
    public int port() {
        return port;
    }

    /** Of the process that was started, or was named; its JVM may be below. */
    public long pid() {
        return pid;
    }

    /** Its processes that live, in no order; of a service that ran before, the one that was named and all below it. */
    public List<Long> pids() {
        Stream<ProcessHandle> processes = parts == null
                ? ProcessHandle.of(pid).stream().flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                : parts.family().members().stream();
        return processes.map(ProcessHandle::pid).toList();
    }

    /** Whether it lives: the started process does, or that one left others and ended without an error. */
    public boolean isAlive() {
        return parts == null
                ? ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)
                : parts.process().isAlive()
                        || (parts.process().exitValue() == 0
                                && !parts.family().members().isEmpty());
    }

    /** Bytes that it printed so far; none for a service that ran before. */
    public long printedBytes() {
        return parts == null ? 0 : parts.console().total();
    }

    /** The last lines that it printed; empty for a service that ran before. */
    public List<String> lastLines() {
        return parts == null ? List.of() : parts.console().lastLines(LAST_LINES);
    }

    /** Asks all its processes to end, kills those that do not in time, and waits for its port. A second call does nothing. */
    public StopOutcome stop() throws InterruptedException {
        if (parts == null) {
            return StopOutcome.NOT_OURS;
        }
        if (stopped != null) {
            return stopped;
        }
        try {
            parts.family().members().forEach(ProcessHandle::destroy);
            boolean ended = await(stopWithin, () -> !parts.process().isAlive());
            await(
                    ended ? TO_FOLLOW : Duration.ZERO,
                    () -> parts.family().members().isEmpty());
            List<ProcessHandle> left = parts.family().members();
            int outlived = ended ? left.size() : 0;
            kill();
            boolean free = await(TO_FREE_PORT, () -> PortHolder.of(port) == null);
            parts.reader().join(TO_FREE_PORT.toMillis());
            parts.console().finish();
            stopped = new StopOutcome(!left.isEmpty(), outlived, free ? null : PortHolder.of(port));
            return stopped;
        } finally {
            release(parts);
        }
    }

    private void kill() throws InterruptedException {
        Parts own = ours();
        await(TO_DIE, () -> {
            List<ProcessHandle> left = new ArrayList<>(own.family().members());
            left.forEach(ProcessHandle::destroyForcibly);
            return left.isEmpty();
        });
        release(own);
    }

    private static void release(Parts own) {
        own.guard().close();
        LaunchOrder.delete(own.files());
        try {
            Runtime.getRuntime().removeShutdownHook(own.hook());
        } catch (IllegalStateException e) {
            // this JVM is ending, the hook has run or will
        }
    }

    private Parts ours() {
        if (parts == null) {
            throw new IllegalStateException("service " + pid + " was not started here");
        }
        return parts;
    }

    private interface Condition {
        boolean holds();
    }

    private static boolean await(Duration atMost, Condition condition) throws InterruptedException {
        long deadline = NanoClock.system().nanoTime() + atMost.toNanos();
        while (!condition.holds()) {
            if (NanoClock.system().nanoTime() >= deadline) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
        return true;
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            if (parts != null) {
                parts.family().members().forEach(ProcessHandle::destroyForcibly);
                release(parts);
            }
            Thread.currentThread().interrupt();
        }
    }
}
