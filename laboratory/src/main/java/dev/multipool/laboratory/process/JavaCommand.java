package dev.multipool.laboratory.process;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How to start a JVM of the laboratory's own kind: same class path.
 *
 * @param jdk whose java
 * @param classPath the class path, with all modules on it
 * @param jvmFlags flags for the JVM
 */
public record JavaCommand(Jdk jdk, String classPath, List<String> jvmFlags) {
    public JavaCommand {
        jvmFlags = List.copyOf(jvmFlags);
    }

    /** The same on another JDK. */
    public JavaCommand on(Jdk other) {
        return new JavaCommand(other, classPath, jvmFlags);
    }

    /** The same with further flags. */
    public JavaCommand with(List<String> moreFlags) {
        return new JavaCommand(
                jdk,
                classPath,
                Stream.concat(jvmFlags.stream(), moreFlags.stream()).toList());
    }

    /**
     * The command line that runs a main class on a {@link Leash}, pinned where {@code cpus} are given.
     *
     * @param cpus CPU numbers as taskset reads them; null for no pinning
     */
    List<String> commandLine(@Nullable String cpus, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (cpus != null) {
            command.addAll(List.of("taskset", "-c", cpus));
        }
        command.addAll(jdk.commandLine(jvmFlags));
        command.addAll(List.of("-cp", classPath, Leash.class.getName(), mainClass));
        command.addAll(arguments);
        return command;
    }
}
