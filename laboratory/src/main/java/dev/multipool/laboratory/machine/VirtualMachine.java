package dev.multipool.laboratory.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tells a virtual machine from one that runs on its own hardware. */
final class VirtualMachine {
    private VirtualMachine() {}

    /**
     * Whether a hypervisor is below this machine, as its processors tell.
     *
     * @param root of its file system
     */
    static boolean is(Path root) {
        try {
            return Files.readAllLines(root.resolve("proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("flags"))
                    .anyMatch(line -> List.of(line.split("\\s+", -1)).contains("hypervisor"));
        } catch (IOException e) {
            return false;
        }
    }
}
