package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A JVM of its own that runs {@link SourceOwner}. */
final class OwnerProcess implements AutoCloseable {
    private final Process jvm;
    private final List<Long> redisProcesses;
    private final String line;

    private OwnerProcess(Process jvm, List<Long> redisProcesses, String line) {
        this.jvm = jvm;
        this.redisProcesses = redisProcesses;
        this.line = line;
    }

    static OwnerProcess start(Map<String, String> environment, Predicate<String> classPathEntry) throws IOException {
        return start(environment, classPathEntry, 1);
    }

    /** @param sources how many of them it opens */
    static OwnerProcess start(Map<String, String> environment, Predicate<String> classPathEntry, int sources)
            throws IOException {
        String classPath = Arrays.stream(System.getProperty("java.class.path")
                        .split(Pattern.quote(System.getProperty("path.separator")), -1))
                .filter(classPathEntry)
                .collect(Collectors.joining(System.getProperty("path.separator")));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                SourceOwner.class.getName(),
                Integer.toString(sources));
        builder.environment().putAll(environment);
        Process jvm = builder.redirectErrorStream(true).start();
        List<String> said = new ArrayList<>();
        List<Long> redisProcesses = new ArrayList<>();
        // A child that hangs is ended by the test's time limit, one that fails closes its output.
        BufferedReader output = new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.startsWith("redis-process ")) {
                redisProcesses.add(Long.parseLong(line.substring("redis-process ".length())));
            } else if (line.startsWith("redis-line ")) {
                return new OwnerProcess(jvm, redisProcesses, line.substring("redis-line ".length()));
            }
        }
        throw new AssertionError("the child JVM opened no Redis: " + said);
    }

    List<Long> redisProcesses() {
        assertThat(redisProcesses).allSatisfy(process -> assertThat(process).isPositive());
        return redisProcesses;
    }

    long processId() {
        return jvm.pid();
    }

    void awaitEnd() throws InterruptedException {
        assertThat(jvm.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    String line() {
        return line;
    }

    /** SIGKILL: no shutdown hook runs. */
    void kill() {
        jvm.destroyForcibly();
    }

    /** SIGTERM. */
    void terminate() {
        jvm.destroy();
    }

    @Override
    public void close() {
        jvm.destroyForcibly();
    }
}
