package dev.multipool.laboratory.knob;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Finds the JVMs among processes. Others must not be attached to: the signal for that would end them. */
final class JvmProcesses {
    /** SIGQUIT, by which one attaches, among the signals that a process catches. */
    private static final long QUIT = 1L << 2;

    private JvmProcesses() {}

    static List<Long> of(Collection<Long> pids) {
        return pids.stream().filter(JvmProcesses::isJvm).toList();
    }

    static List<Long> at(long pid) {
        return of(ProcessHandle.of(pid)
                .map(root -> Stream.concat(Stream.of(root), root.descendants()))
                .orElse(Stream.empty())
                .map(ProcessHandle::pid)
                .toList());
    }

    private static boolean isJvm(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            return Files.readString(process.resolve("maps"), StandardCharsets.ISO_8859_1)
                            .contains("libjvm.")
                    && catchesQuit(Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean catchesQuit(String status) {
        return status.lines()
                .filter(line -> line.startsWith("SigCgt:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & QUIT) != 0);
    }
}
