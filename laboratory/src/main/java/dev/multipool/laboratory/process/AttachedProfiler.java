package dev.multipool.laboratory.process;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.multipool.pools.DurationText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import one.profiler.AsyncProfiler;

/** async-profiler in a JVM that knows nothing of it: the laboratory attaches as the JDK's own tools do. */
public final class AttachedProfiler implements Profiler {
    private static final String LIBRARY = "libasyncProfiler.so";

    private final long pid;
    private final Path library;
    private final Duration atMost;

    private AttachedProfiler(long pid, Path library, Duration atMost) {
        this.pid = pid;
        this.library = library;
        this.atMost = atMost;
    }

    /**
     * A profiler of the first of these processes that is a JVM.
     *
     * @param directory takes the library, which the JVM loads from there; it needs an absolute path
     * @return empty where no process is a JVM that this user can attach to, or async-profiler has no library for this system
     */
    public static Optional<Profiler> of(List<Long> pids, Path directory) throws IOException {
        return of(pids, directory, AT_MOST);
    }

    /** The same, with another bound of each command. */
    static Optional<Profiler> of(List<Long> pids, Path directory, Duration atMost) throws IOException {
        Set<String> jvms =
                VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).collect(Collectors.toSet());
        Optional<Long> jvm =
                pids.stream().filter(pid -> jvms.contains(Long.toString(pid))).findFirst();
        if (jvm.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream packed = AsyncProfiler.class.getResourceAsStream("/" + platform() + "/" + LIBRARY)) {
            if (packed == null) {
                return Optional.empty();
            }
            Path library = directory.resolve(LIBRARY);
            if (!Files.exists(library)) {
                Files.copy(packed, library, StandardCopyOption.REPLACE_EXISTING);
            }
            return Optional.of(new AttachedProfiler(jvm.get(), library, atMost));
        }
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            return "macos";
        }
        return "linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64");
    }

    @Override
    public String start(Path jfr) throws InterruptedException {
        try {
            execute(START_BY_PERF + jfr);
            return PERF;
        } catch (AgentInitializationException e) {
            try {
                execute(START_BY_TIMER + jfr);
                return TIMER;
            } catch (AgentInitializationException other) {
                throw failed("does not start: " + other.getMessage());
            }
        }
    }

    @Override
    public void stop() throws InterruptedException {
        try {
            execute("stop");
        } catch (AgentInitializationException e) {
            throw failed("does not stop: " + e.getMessage());
        }
    }

    /** Each command loads the library; it is there only once. */
    private void execute(String command) throws AgentInitializationException, InterruptedException {
        try {
            BoundedCall.within(atMost, "attached-profiler", () -> {
                VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
                try {
                    jvm.loadAgentPath(library.toString(), command);
                } finally {
                    jvm.detach();
                }
                return jvm;
            });
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AgentInitializationException refused) {
                throw refused;
            }
            throw failed("can't be told \"" + command + "\": " + e.getCause());
        } catch (TimeoutException e) {
            throw new ProcessFailedException(
                    ProcessFailedException.Kind.SILENT,
                    "process " + pid + " does not answer async-profiler within " + DurationText.format(atMost));
        }
    }

    private ProcessFailedException failed(String how) {
        return new ProcessFailedException("async-profiler in process " + pid + " " + how);
    }
}
