package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A documented command as a process. */
final class RunningCommand implements AutoCloseable {
    private static final Duration TIME_TO_SPEAK = Duration.ofSeconds(90);
    private static final Duration TIME_TO_END = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 50;

    private final Process process;
    private final Path out;
    private final Path err;

    private RunningCommand(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Runs it in a directory in which its relative paths are there. */
    static RunningCommand start(JarCommand command, Path directory) throws IOException {
        // whoever runs this in the background ignores SIGINT, and its children inherit that
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT"));
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(command.jvmArguments());
        words.add("-jar");
        words.add(command.jar());
        words.addAll(command.arguments());
        Path out = Files.createTempFile(directory, "command-", ".out");
        Path err = Files.createTempFile(directory, "command-", ".err");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // of a server that is started to be seen serving
        builder.environment().put("MULTIPOOL_SERVER_WARM_UP", "0ms");
        return new RunningCommand(builder.start(), out, err);
    }

    /** Waits for a line that begins so. */
    void awaitLine(String start) throws IOException, InterruptedException {
        Pattern line = Pattern.compile("(?m)^" + Pattern.quote(start));
        long deadline = System.nanoTime() + TIME_TO_SPEAK.toNanos();
        while (!line.matcher(out()).find()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                fail("no line begins with \"%s\":%n%s%s", start, out(), err());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** As Ctrl-C does, but to it alone: the processes that it has started are its own to end. */
    int interrupt() throws IOException, InterruptedException {
        return end("INT");
    }

    /** SIGTERM, to it alone. */
    int terminate() throws IOException, InterruptedException {
        return end("TERM");
    }

    private int end(String signal) throws IOException, InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
        int exitCode = exitCode();
        children.forEach(child -> assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(30)));
        return exitCode;
    }

    int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(TIME_TO_END.toSeconds(), TimeUnit.SECONDS)) {
            fail("still runs after %s:%n%s%s", TIME_TO_END, out(), err());
        }
        return process.exitValue();
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
