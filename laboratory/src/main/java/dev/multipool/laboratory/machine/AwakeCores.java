package dev.multipool.laboratory.machine;

import dev.multipool.laboratory.machine.Wanted.Decision;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Decides whether cores are kept from halting while the laboratory measures. */
public final class AwakeCores {
    /** Leaving a sleep state that takes longer is seen in response times. */
    private static final long DEEP_SLEEP_MICROS = 100;

    private AwakeCores() {}

    /**
     * Decides for a machine.
     *
     * @param root of its file system
     */
    public static Decision decide(Wanted wanted, Path root) {
        if (wanted != Wanted.AUTO) {
            return Decision.asAskedFor(wanted);
        }
        if (VirtualMachine.is(root)) {
            return new Decision(true, "this is a virtual machine");
        }
        return hasDeepSleep(root)
                ? new Decision(true, "cores have sleep states that take " + DEEP_SLEEP_MICROS + " us or more to leave")
                : new Decision(false, "this is no virtual machine and has no deep sleep states");
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
