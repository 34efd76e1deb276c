package dev.multipool.laboratory.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What the laboratory can use here.
 *
 * @param cpus CPU numbers that it may run on
 * @param canPin whether there is a taskset to pin processes with
 */
public record Machine(List<Integer> cpus, boolean canPin) {
    public Machine {
        cpus = List.copyOf(cpus);
    }

    /**
     * Looks at this machine.
     *
     * @param proc where the proc file system is, if there is one
     * @param searchPath directories of programs, as in the environment variable PATH
     * @param processors how many processors the JVM may use
     */
    public static Machine look(Path proc, String searchPath, int processors) {
        boolean taskset = hasProgram(searchPath, "taskset");
        try {
            List<Integer> allowed = Files.readAllLines(proc.resolve("self").resolve("status")).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .findFirst()
                    .map(line -> parseCpus(line.substring(line.indexOf(':') + 1).strip()))
                    .orElse(List.of());
            if (!allowed.isEmpty()) {
                return new Machine(allowed, taskset);
            }
        } catch (IOException e) {
            // no Linux: there is no list of CPUs, and no pinning either
        }
        return new Machine(IntStream.range(0, processors).boxed().toList(), false);
    }

    /**
     * Whether there is a program of that name.
     *
     * @param searchPath directories of programs, as in the environment variable PATH
     */
    public static boolean hasProgram(String searchPath, String name) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(searchPath)
                .filter(directory -> !directory.isEmpty())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
    }

    /** Reads {@code 0-3,8}. */
    static List<Integer> parseCpus(String list) {
        List<Integer> cpus = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            IntStream.rangeClosed(first, last).forEach(cpus::add);
        }
        return cpus;
    }
}
