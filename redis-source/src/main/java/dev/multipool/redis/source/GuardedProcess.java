package dev.multipool.redis.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command under a shell that kills it when our end of a pipe closes: by {@link #stop}, or by the end of this JVM.
 *
 * <p>The shell's part is {@code run-redis.sh}. It deletes the folder it was given when the command has ended.
 */
final class GuardedProcess {
    private static final Logger log = LoggerFactory.getLogger(GuardedProcess.class);
    private static final String SHELL = Files.isExecutable(Path.of("/bin/bash")) ? "/bin/bash" : "/bin/sh";
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    private final Path folder;
    private final Process shell;

    private GuardedProcess(Path folder, Process shell) {
        this.folder = folder;
        this.shell = shell;
    }

    static GuardedProcess start(Path folder, List<String> command) throws IOException {
        List<String> line = new ArrayList<>(List.of(SHELL, "-c", script(), "multipool-redis", folder.toString()));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.directory(folder.toFile());
        return new GuardedProcess(folder, builder.start());
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    boolean isParentOf(long processId) {
        return shell.children().anyMatch(child -> child.pid() == processId);
    }

    /** Ends command and shell, and deletes the folder; bounded in time. */
    void stop() {
        List<ProcessHandle> children = shell.children().toList();
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            log.debug("redis: the shell of {} is gone already", folder, e);
        }
        if (!ended()) {
            children.forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
        delete(folder);
    }

    /** The last lines the command wrote before it ended by itself; empty while the shell runs. */
    String lastWords() {
        if (shell.isAlive()) {
            return "";
        }
        try (InputStream output = shell.getInputStream()) {
            return Reasons.oneLine(new String(output.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return "";
        }
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // The shell deletes the same folder at the same time.
            log.debug("redis: {} was not deleted", folder, e);
        }
    }

    private boolean ended() {
        try {
            return shell.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String script() throws IOException {
        try (InputStream script = GuardedProcess.class.getResourceAsStream("run-redis.sh")) {
            if (script == null) {
                throw new IOException("run-redis.sh is missing from the jar");
            }
            // The shell gets it as an argument, which process lists show: without the comments it is short.
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
        }
    }
}
