package dev.multipool.bench.stall;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The processes of Linux's class SCHED_IDLE: they run only where nothing else wants to, so what they use is no foreign load.
 * Others may keep cores awake with such processes, as the laboratory does.
 *
 * <p><b>Threads:</b> any; nothing is kept.
 */
public final class IdleClass {
    private static final String SCHED_IDLE = "5";
    private static final String PROCESSES = "[0-9]*";
    // in /proc/PID/stat, counted from the field after the command name, which is the 3rd
    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final int PROCESSOR = 36;
    private static final int POLICY = 38;

    private IdleClass() {}

    /**
     * CPU time that all of them have used so far, in the kernel's ticks. A process counts by the class of its first thread, on
     * the core that it ran on last.
     *
     * @param proc where the proc file system is: {@code /proc}
     * @param cpus cores that are looked at; empty for all
     * @return 0 where there is no such file system
     */
    public static long ticks(Path proc, Set<Integer> cpus) {
        long ticks = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, PROCESSES)) {
            for (Path process : processes) {
                ticks += ticksOf(process, cpus);
            }
        } catch (IOException e) {
            // no Linux: there is no such class either
            return 0;
        }
        return ticks;
    }

    private static long ticksOf(Path process, Set<Integer> cpus) {
        String stat;
        try {
            stat = Files.readString(process.resolve("stat"));
        } catch (IOException e) {
            // it has ended
            return 0;
        }
        // the command name stands in parentheses and may itself hold spaces and parentheses
        int afterName = stat.lastIndexOf(')') + 2;
        String[] fields = stat.substring(Math.min(afterName, stat.length())).split(" ", -1);
        if (fields.length <= POLICY || !fields[POLICY].equals(SCHED_IDLE)) {
            return 0;
        }
        return cpus.isEmpty() || cpus.contains(Integer.valueOf(fields[PROCESSOR]))
                ? Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME])
                : 0;
    }
}
