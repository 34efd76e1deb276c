package dev.multipool.bench.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which process of this machine is below which, at one moment; on systems other than Linux none is. */
final class ProcessTree {
    /** In /proc/PID/stat, counted from the field after the command name, which is the 3rd. */
    private static final int PARENT = 1;

    private final Map<Long, List<Long>> children;

    private ProcessTree(Map<Long, List<Long>> children) {
        this.children = children;
    }

    /**
     * Reads it.
     *
     * @param proc where the proc file system is: {@code /proc}
     */
    static ProcessTree read(Path proc) {
        Map<Long, List<Long>> children = new HashMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                String[] fields = fieldsAfterName(stat(process));
                if (fields.length > PARENT) {
                    children.computeIfAbsent(Long.valueOf(fields[PARENT]), parent -> new ArrayList<>())
                            .add(Long.valueOf(process.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            // no Linux
            return new ProcessTree(Map.of());
        }
        return new ProcessTree(children);
    }

    private static String stat(Path process) {
        try {
            // a name may end within a character
            return Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // it has ended
            return "";
        }
    }

    /** Of a /proc/PID/stat; the command name stands in parentheses and may itself hold spaces and parentheses. */
    static String[] fieldsAfterName(String stat) {
        int afterName = stat.lastIndexOf(')') + 2;
        return afterName > stat.length()
                ? new String[0]
                : stat.substring(afterName).split(" ", -1);
    }

    /** These processes and all below them, each once. */
    Set<Long> withDescendants(Collection<Long> pids) {
        Set<Long> all = new LinkedHashSet<>();
        Deque<Long> left = new ArrayDeque<>(pids);
        while (!left.isEmpty()) {
            long pid = left.remove();
            if (all.add(pid)) {
                left.addAll(children.getOrDefault(pid, List.of()));
            }
        }
        return all;
    }
}
