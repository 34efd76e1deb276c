package dev.multipool.laboratory.process;

import dev.multipool.bench.stall.IdleClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads from Linux's /proc how much CPU time was used on some cores, and by which processes: what is left over is other
 * work, which makes a run invalid.
 *
 * <p>Processes of the class SCHED_IDLE are no other work: they run only where nothing else wants to.
 *
 * <p>Interrupt time is left out: on loopback it is the run's own network traffic, but no process is charged with it.
 */
public final class CpuMeter {
    /** The unit of CPU times in /proc, which is the same on every Linux (USER_HZ). */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER = 1;
    private static final int NICE = 2;
    private static final int SYSTEM = 3;
    private static final int STEAL = 8;
    /** Places of utime and stime behind the command's closing parenthesis, which is place 2 of the line. */
    private static final int UTIME = 14 - 3;

    private static final int STIME = 15 - 3;

    private final Path proc;
    private final Set<Integer> cpus;
    private final Set<String> cpuNames;

    /**
     * A meter for some cores.
     *
     * @param proc where the proc file system is: {@code /proc}
     * @param cpus CPU numbers
     */
    public CpuMeter(Path proc, List<Integer> cpus) {
        this.proc = proc;
        this.cpus = Set.copyOf(cpus);
        this.cpuNames = cpus.stream().map(cpu -> "cpu" + cpu).collect(Collectors.toSet());
    }

    /**
     * Reads now.
     *
     * @param pids the run's own processes
     * @return null where there is no such file system, or one of the processes has ended
     */
    public @Nullable CpuReading read(List<Long> pids) {
        try {
            double uptime =
                    Double.parseDouble(Files.readString(proc.resolve("uptime")).replaceFirst(" (?s:.*)", ""));
            List<String[]> cores = Files.readAllLines(proc.resolve("stat")).stream()
                    .map(line -> line.split(" +", -1))
                    .filter(fields -> cpuNames.contains(fields[0]))
                    .toList();
            long busy = cores.stream()
                            .mapToLong(fields -> ticks(fields, USER, NICE, SYSTEM))
                            .sum()
                    - IdleClass.ticks(proc, cpus);
            double stolen =
                    cores.stream().mapToLong(fields -> ticks(fields, STEAL)).sum();
            long own = 0;
            for (long pid : pids) {
                // the command, in parentheses, may hold spaces, and may end within a character
                String stat =
                        Files.readString(proc.resolve(Long.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1);
                own += ticks(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1), UTIME, STIME);
            }
            return new CpuReading(uptime, busy / TICKS_PER_SECOND, stolen / TICKS_PER_SECOND, own / TICKS_PER_SECOND);
        } catch (IOException e) {
            return null;
        }
    }

    private static long ticks(String[] fields, int... places) {
        return Arrays.stream(places)
                .mapToLong(place -> Long.parseLong(fields[place]))
                .sum();
    }
}
