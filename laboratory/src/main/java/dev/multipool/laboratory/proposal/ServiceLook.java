package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.check.CheckFinding;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.Ready;
import dev.multipool.laboratory.knob.JvmLook;
import dev.multipool.laboratory.knob.KnobFailure;
import dev.multipool.laboratory.proposal.LookFailure.Code;
import dev.multipool.laboratory.proposal.ServiceFacts.Listener;
import dev.multipool.laboratory.service.DescribedService;
import dev.multipool.laboratory.service.ListeningPort;
import dev.multipool.laboratory.service.ListeningSockets;
import dev.multipool.laboratory.service.StartOutcome;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Looks at a service that runs, or that it starts for that. */
final class ServiceLook {
    private static final Duration POLL = Duration.ofMillis(100);
    /** From the first port on, for a service that opens one before it answers there, or several. */
    private static final Duration TO_SETTLE = Duration.ofSeconds(5);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(15);
    /** What each shell has of its own. */
    private static final Set<String> OF_A_SHELL = Set.of("_", "OLDPWD", "PWD", "SHLVL", "TERM", "LABORATORY_SERVICE");

    private final String subject;
    private final Duration within;
    private final HttpLook http = new HttpLook();

    private ServiceLook(String subject, Duration within) {
        this.subject = subject;
        this.within = within;
    }

    /**
     * Looks at a process of this user.
     *
     * @param within how long it may take until it listens
     */
    static ServiceFacts running(long pid, Duration within) throws LookException, InterruptedException {
        String subject = "process " + pid;
        ProcessHandle process = ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .orElseThrow(
                        () -> new LookException(Code.NO_PROCESS, subject, "does not exist", "a process that runs"));
        List<Long> jvms = JvmLook.jvmsAt(pid);
        if (jvms.isEmpty()) {
            throw new LookException(Code.NO_JVM, subject, "no JVM of this user, nor has it one below", "a JVM");
        }
        List<String> command = strings(pid, "cmdline");
        Map<String, String> environment = environment(pid);
        ServiceLook look = new ServiceLook(subject, within);
        List<Listener> listeners = look.awaitListeners(() -> JvmLook.jvmsAt(pid), process::isAlive);
        return look.facts(launch(command, directory(pid), Map.of()), 0, environment, listeners, JvmLook.jvmsAt(pid));
    }

    /**
     * Starts a command, looks at it and ends it.
     *
     * @param environment variables on top of the laboratory's own; {@code {port}} may stand in their values
     * @param within how long it may take until it listens
     * @param console the file that what it prints goes into
     */
    static ServiceFacts started(
            List<String> command, Path directory, Map<String, String> environment, Duration within, Path console)
            throws LookException, InterruptedException {
        String subject = "the command";
        Origin.Launch launch = launch(command, directory, environment);
        StartOutcome<DescribedService> outcome = DescribedService.start(launch, console);
        if (!(outcome instanceof StartOutcome.Started<DescribedService> started)) {
            CheckFinding finding = CheckFinding.ofStart(subject, outcome)
                    .orElseThrow(() -> new IllegalStateException(subject + " neither started nor failed"));
            throw new LookException(Code.NOT_STARTED, finding.subject(), finding.found(), finding.expected());
        }
        try (DescribedService service = started.service()) {
            ServiceLook look = new ServiceLook(subject, within);
            List<Listener> listeners;
            try {
                listeners = look.awaitListeners(service::pids, service::isAlive);
            } catch (LookException e) {
                service.stop();
                List<String> lines = service.lastLines();
                throw new LookException(
                        e.failure().code(),
                        subject,
                        e.failure().found() + "; its last lines: " + lines,
                        e.failure().expected());
            }
            Map<String, String> all = new LinkedHashMap<>(System.getenv());
            all.putAll(environment);
            return look.facts(launch, service.port(), all, listeners, JvmLook.jvmsOf(service.pids()));
        }
    }

    private static Origin.Launch launch(List<String> command, Path directory, Map<String, String> environment) {
        return new Origin.Launch(
                command, directory, environment, new Ready.Assumed(), Duration.ofSeconds(60), STOP_WITHIN);
    }

    /** Attaching to a JVM makes it listen once more, so this comes before. */
    private List<Listener> awaitListeners(Supplier<List<Long>> pids, BooleanSupplier alive)
            throws LookException, InterruptedException {
        NanoClock clock = NanoClock.system();
        long deadline = clock.nanoTime() + within.toNanos();
        long settled = Long.MAX_VALUE;
        while (true) {
            if (!alive.getAsBoolean()) {
                throw new LookException(Code.ENDED, subject, "it ended before it listened", "a service that runs on");
            }
            List<ListeningPort> ports = ListeningSockets.of(pids.get());
            if (!ports.isEmpty()) {
                List<Listener> listeners = http.readiness(ports);
                settled = Math.min(settled, clock.nanoTime() + TO_SETTLE.toNanos());
                if (clock.nanoTime() >= settled || listeners.stream().anyMatch(each -> each.ready() != null)) {
                    return http.samples(listeners);
                }
            } else if (clock.nanoTime() >= deadline) {
                throw new LookException(
                        Code.NOT_LISTENING,
                        subject,
                        "nothing listens within " + within.toSeconds() + " s",
                        "a TCP port on which it listens");
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    private ServiceFacts facts(
            Origin.Launch launch,
            int chosenPort,
            Map<String, String> environment,
            List<Listener> listeners,
            List<Long> jvms)
            throws InterruptedException {
        JvmLook.Seen seen = null;
        Optional<KnobFailure> silence = Optional.empty();
        for (long jvm : jvms) {
            // below a start script or a build tool, the service is the JVM that listens
            boolean listens = ListeningSockets.of(List.of(jvm)).stream().anyMatch(port -> listeners.stream()
                    .anyMatch(each -> each.at().equals(port)));
            if (!listens || seen != null) {
                continue;
            }
            JvmLook look = JvmLook.at(jvm, KnownPool.queries());
            if (look instanceof JvmLook.Seen told) {
                seen = told;
            } else if (look instanceof JvmLook.Failed failed) {
                silence = Optional.of(failed.failure());
            }
        }
        Set<String> own = new HashSet<>();
        environment.forEach((name, value) -> {
            if (!value.equals(System.getenv(name)) && !OF_A_SHELL.contains(name)) {
                own.add(name);
            }
        });
        return new ServiceFacts(
                launch,
                chosenPort,
                environment,
                own,
                listeners,
                seen == null ? ServiceFacts.Program.UNKNOWN : ProgramLook.of(seen.properties()),
                seen,
                silence);
    }

    private static Path directory(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
        } catch (IOException e) {
            return Path.of("").toAbsolutePath();
        }
    }

    private static Map<String, String> environment(long pid) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String entry : strings(pid, "environ")) {
            int equals = entry.indexOf('=');
            if (equals > 0) {
                environment.put(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return environment;
    }

    /** The texts of a file of /proc, each of which a zero ends. */
    private static List<String> strings(long pid, String file) {
        try {
            String text = Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.UTF_8);
            List<String> strings = new ArrayList<>(List.of(text.split("\0", -1)));
            strings.remove(strings.size() - 1);
            return strings;
        } catch (IOException e) {
            return List.of();
        }
    }
}
