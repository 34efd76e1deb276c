package dev.multipool.laboratory.process;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import one.profiler.AsyncProfiler;

/** async-profiler in a JVM that knows nothing of it: the laboratory attaches as the JDK's own tools do. */
public final class AttachedProfiler implements Profiler {
    private static final String LIBRARY = "libasyncProfiler.so";

    private final long pid;
    private final Path library;

    private AttachedProfiler(long pid, Path library) {
        this.pid = pid;
        this.library = library;
    }

    /**
     * A profiler of a process.
     *
     * @param directory takes the library, which the JVM loads from there; it needs an absolute path
     * @return empty where the process is no JVM that this user can attach to, or async-profiler has no library for this system
     */
    public static Optional<Profiler> of(long pid, Path directory) throws IOException {
        if (VirtualMachine.list().stream().noneMatch(jvm -> jvm.id().equals(Long.toString(pid)))) {
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
            return Optional.of(new AttachedProfiler(pid, library));
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
    public String start(Path jfr) {
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
    public void stop() {
        try {
            execute("stop");
        } catch (AgentInitializationException e) {
            throw failed("does not stop: " + e.getMessage());
        }
    }

    /** Each command loads the library; it is there only once. */
    private void execute(String command) throws AgentInitializationException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgentPath(library.toString(), command);
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | IOException e) {
            throw failed("can't be told \"" + command + "\": " + e.getMessage());
        }
    }

    private ProcessFailedException failed(String how) {
        return new ProcessFailedException("async-profiler in process " + pid + " " + how);
    }
}
