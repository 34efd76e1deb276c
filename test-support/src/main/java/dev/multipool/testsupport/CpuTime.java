package dev.multipool.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** CPU time of this JVM and of its child processes, ended ones too: as the kernel counts it on Linux, elsewhere without ended ones. */
final class CpuTime {
    /** In {@code /proc/PID/stat} after the name: user and system time, then those of ended children. */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;
    /** The kernel's unit of these times, the same on every platform that a JVM runs on. */
    private static final int TICKS_PER_SECOND = 100;

    private CpuTime() {}

    static Duration ofThisJvmAndItsChildren() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants())
                .map(CpuTime::of)
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration of(ProcessHandle process) {
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        try {
            return parse(Files.readString(stat));
        } catch (IOException e) {
            // no Linux, or it has just ended
            return process.info().totalCpuDuration().orElse(Duration.ZERO);
        }
    }

    /** The four times of a line of {@code /proc/PID/stat}. The name in brackets may hold blanks and brackets. */
    static Duration parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = Stream.of(fields)
                .skip(FIRST_TIME)
                .limit(TIMES)
                .mapToLong(Long::parseLong)
                .sum();
        return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
    }
}
