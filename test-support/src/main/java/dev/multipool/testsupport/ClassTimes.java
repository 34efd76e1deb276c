package dev.multipool.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes how long each test class took and how much CPU time this JVM and its child processes used meanwhile; {@code .ci/slowest}
 * shows the slowest. Where nobody named a folder by the system property {@value #FOLDER} it writes nothing.
 *
 * <p>One line for each class, with tabs: module, class, seconds, CPU seconds. One class runs at a time in a JVM, so the CPU time
 * is its own.
 */
public final class ClassTimes implements TestExecutionListener {
    static final String FOLDER = "test.class-times";

    private final Map<String, Start> started = new ConcurrentHashMap<>();

    private record Start(long nanos, Duration cpuTime) {}

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isTopLevelClass(test)) {
            started.put(test.getUniqueId(), new Start(System.nanoTime(), CpuTime.ofThisJvmAndItsChildren()));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Start start = started.remove(test.getUniqueId());
        String folder = System.getProperty(FOLDER, "");
        if (start == null || folder.isEmpty()) {
            return;
        }
        double seconds = seconds(Duration.ofNanos(System.nanoTime() - start.nanos()));
        double cpuSeconds = seconds(CpuTime.ofThisJvmAndItsChildren().minus(start.cpuTime()));
        String module = String.valueOf(Path.of("").toAbsolutePath().getFileName());
        write(
                Path.of(folder).resolve(ProcessHandle.current().pid() + ".tsv"),
                String.format(
                        Locale.ROOT,
                        "%s\t%s\t%.3f\t%.3f%n",
                        module,
                        test.getLegacyReportingName(),
                        seconds,
                        cpuSeconds));
    }

    private static boolean isTopLevelClass(TestIdentifier test) {
        return test.getSource()
                .filter(ClassSource.class::isInstance)
                .map(source -> ((ClassSource) source).getClassName())
                .filter(name -> !name.contains("$"))
                .isPresent();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static void write(Path file, String line) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
