package dev.multipool.laboratory.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether the laboratory keeps cores from halting while it measures, as asked for. */
public enum AwakeCores {
    /** Where it helps. */
    AUTO,
    ON,
    OFF;

    /** Leaving a sleep state that takes longer is seen in response times. */
    private static final long DEEP_SLEEP_MICROS = 100;

    /**
     * What was decided.
     *
     * @param on whether cores are to be kept awake
     * @param why in one clause
     */
    public record Decision(boolean on, String why) {}

    /**
     * Reads the value of an option.
     *
     * @throws IllegalArgumentException when it is no such value
     */
    public static AwakeCores named(String word) {
        for (AwakeCores value : values()) {
            if (value.word().equals(word)) {
                return value;
            }
        }
        throw new IllegalArgumentException("awake-cores: " + word + " (expected: auto, on or off)");
    }

    /** As it is written on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Decides for a machine.
     *
     * @param root of its file system
     */
    public Decision decide(Path root) {
        if (this != AUTO) {
            return new Decision(this == ON, "it was asked for");
        }
        if (isVirtual(root)) {
            return new Decision(true, "this is a virtual machine");
        }
        return hasDeepSleep(root)
                ? new Decision(true, "cores have sleep states that take " + DEEP_SLEEP_MICROS + " us or more to leave")
                : new Decision(false, "this is no virtual machine and has no deep sleep states");
    }

    private static boolean isVirtual(Path root) {
        try {
            return Files.readAllLines(root.resolve("proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("flags"))
                    .anyMatch(line -> List.of(line.split("\\s+", -1)).contains("hypervisor"));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasDeepSleep(Path root) {
        for (Path cpu : list(root.resolve("sys/devices/system/cpu"), "cpu[0-9]*")) {
            for (Path state : list(cpu.resolve("cpuidle"), "state*")) {
                if (number(state.resolve("latency")) >= DEEP_SLEEP_MICROS && number(state.resolve("disable")) == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Path> list(Path directory, String names) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, names)) {
            all.forEach(found::add);
        } catch (IOException e) {
            // the kernel has no such directory
        }
        return found;
    }

    /** 0 where there is none. */
    private static long number(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
