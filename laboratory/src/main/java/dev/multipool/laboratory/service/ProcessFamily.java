package dev.multipool.laboratory.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The processes of one start: the first one, all below it, and all others that carry its mark. */
final class ProcessFamily {
    private static final Path PROC = Path.of("/proc");

    private final ProcessHandle root;
    private final ProcessMark mark;

    ProcessFamily(ProcessHandle root, ProcessMark mark) {
        this.root = root;
        this.mark = mark;
    }

    /** Those that live, in no order; a dead one that nobody has waited for is none. */
    List<ProcessHandle> members() {
        Map<Long, ProcessHandle> found = new HashMap<>();
        found.put(root.pid(), root);
        root.descendants().forEach(process -> found.put(process.pid(), process));
        addMarked(found);
        return found.values().stream()
                .filter(process -> process.isAlive() && !isZombie(process.pid()))
                .toList();
    }

    private void addMarked(Map<Long, ProcessHandle> found) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (mark.isOn(process)) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(handle -> found.put(handle.pid(), handle));
                }
            }
        } catch (IOException e) {
            // a system without /proc: those below the first one are all that can be told
        }
    }

    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return Files.isDirectory(PROC);
        }
    }
}
