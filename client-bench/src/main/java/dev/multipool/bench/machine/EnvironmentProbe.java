package dev.multipool.bench.machine;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks at the machine and the software that this process runs on. Never fails: what cannot be read is told as such. */
public final class EnvironmentProbe {
    private static final long GIT_BOUND_SECONDS = 2;

    private EnvironmentProbe() {}

    /** The environment of this process, now. Takes some milliseconds, at most 4 s when git hangs. */
    public static Environment probe() {
        OperatingSystemMXBean os = ManagementFactory.getOperatingSystemMXBean();
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        return new Environment(
                Runtime.getRuntime().availableProcessors(),
                cpuModel(Path.of("/proc/cpuinfo"), os.getArch()),
                os.getName() + " " + os.getVersion(),
                runtime.getVmVendor() + " " + Runtime.version(),
                runtime.getInputArguments(),
                gitRevision(Path.of("")),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** The model that the file names first; the architecture where it names none. */
    static String cpuModel(Path cpuinfo, String architecture) {
        try (Stream<String> lines = Files.lines(cpuinfo)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            return architecture;
        }
    }

    /** The commit of the checkout around a directory, with {@code -dirty} when tracked files differ; null without one. */
    static @Nullable String gitRevision(Path directory) {
        GitAnswer revision = git(directory, "rev-parse", "--short", "HEAD");
        if (revision == null || revision.exitCode() != 0) {
            return null;
        }
        GitAnswer difference = git(directory, "diff", "--quiet", "HEAD");
        boolean dirty = difference != null && difference.exitCode() == 1;
        return revision.output() + (dirty ? "-dirty" : "");
    }

    private static @Nullable GitAnswer git(Path directory, String... arguments) {
        try {
            Process git = new ProcessBuilder(Stream.concat(Stream.of("git"), Stream.of(arguments))
                            .toList())
                    .directory(directory.toAbsolutePath().toFile())
                    .redirectError(Redirect.DISCARD)
                    .start();
            if (!git.waitFor(GIT_BOUND_SECONDS, TimeUnit.SECONDS)) {
                git.destroyForcibly();
                return null;
            }
            return new GitAnswer(
                    git.exitValue(), new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            // git is not installed
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private record GitAnswer(int exitCode, String output) {}
}
