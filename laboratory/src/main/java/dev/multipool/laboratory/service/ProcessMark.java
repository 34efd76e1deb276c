package dev.multipool.laboratory.service;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What all processes of one start carry. Each inherits it from the one that started it.
 *
 * <p>It is twofold. A variable is inherited by what keeps its environment. A limit is also inherited by what clears its
 * environment, leaves its parent and begins a session. It bounds the time that a real-time thread computes without a wait, to
 * more than 70 000 years: it limits nothing, but its number is that of this start.
 *
 * @param variable the variable's value
 * @param limit the limit in microseconds
 */
record ProcessMark(String variable, long limit) {
    private static final String VARIABLE = "LABORATORY_SERVICE";
    private static final String LIMIT = "Max realtime timeout";
    private static final String LIMITER = "prlimit";
    private static final Path PROC = Path.of("/proc");

    static ProcessMark random() {
        return new ProcessMark(
                UUID.randomUUID().toString(), ThreadLocalRandom.current().nextLong(1L << 61, 1L << 62));
    }

    /** The variable with its value, as an environment holds it. */
    String entry() {
        return VARIABLE + "=" + variable;
    }

    /** A regular expression of the line that tells the limit; for programs other than this one. */
    String limitLine() {
        return "^" + LIMIT + " *" + limit + " ";
    }

    /**
     * The builder with the mark on what it starts. Where this system can't set the limit, that has the variable alone.
     *
     * @param builder has its command and its directory
     */
    ProcessBuilder on(ProcessBuilder builder) {
        builder.environment().put(VARIABLE, variable);
        List<String> command = builder.command();
        // what can't be found is to fail by its own name, not by the limiter's
        if (isUnlimited() && isProgram(LIMITER, builder) && isProgram(command.get(0), builder)) {
            List<String> limited = new ArrayList<>(List.of(LIMITER, "--rttime=" + limit + ":"));
            limited.addAll(command);
            builder.command(limited);
        }
        return builder;
    }

    private static boolean isUnlimited() {
        return read(PROC.resolve("self").resolve("limits"))
                .lines()
                .anyMatch(line -> line.matches("^" + LIMIT + " +unlimited +unlimited .*"));
    }

    /** Whether a start finds it, in one of the folders where programs are or by its own path. */
    private static boolean isProgram(String name, ProcessBuilder builder) {
        File directory = builder.directory();
        if (name.contains("/")) {
            return Files.isExecutable((directory == null ? Path.of("") : directory.toPath()).resolve(name));
        }
        Map<String, String> own = System.getenv();
        for (String folder : own.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(folder, name))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a process carries it.
     *
     * @param process its folder below {@code /proc}
     */
    boolean isOn(Path process) {
        return read(process.resolve("environ")).contains(entry())
                || read(process.resolve("limits"))
                        .lines()
                        .anyMatch(line -> line.startsWith(LIMIT)
                                && line.substring(LIMIT.length()).strip().startsWith(limit + " "));
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // the process has ended, or is somebody else's; or this system has no such file
            return "";
        }
    }
}
