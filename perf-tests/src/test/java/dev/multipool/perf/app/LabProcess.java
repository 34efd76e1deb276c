package dev.multipool.perf.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The laboratory in a process of its own, with a sweep that takes a while. */
final class LabProcess {
    private LabProcess() {}

    /**
     * What starts it. Its JVMs, which inherit the environment, compile little: they start and warm up in half the time.
     *
     * @param jvmOptions more options of all of them
     */
    static ProcessBuilder command(Path out, List<String> moreArguments, String... jvmOptions) {
        List<String> command = new ArrayList<>(List.of(
                // whoever runs this in the background ignores SIGINT, and its children inherit that
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.multipool.perf.app.Main",
                "run",
                "--experiment",
                "business-pool-sweep",
                "--sizes",
                "2,4,8,16",
                "--users",
                "8",
                "--warmup",
                "200ms",
                "--duration",
                "1s",
                "--retries",
                "0",
                "--set",
                "server.warm-up=0ms",
                "--users-seeded",
                "100",
                "--redis",
                "embedded",
                // waits for a calm machine for a third of that
                "--budget",
                "3s",
                "--out",
                out.toString()));
        command.addAll(moreArguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 " + String.join(" ", jvmOptions));
        return builder;
    }

    static Process start(Path out, List<String> moreArguments) throws IOException {
        return command(out, moreArguments).start();
    }

    /** Reads until a line starts with this. */
    static void awaitLine(BufferedReader console, String start) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = console.readLine(); line != null; line = console.readLine()) {
            if (line.startsWith(start)) {
                return;
            }
            all.append(line).append('\n');
        }
        throw new AssertionError("no line starts with \"" + start + "\":\n" + all);
    }
}
