package dev.multipool.laboratory.machine;

import dev.multipool.laboratory.machine.Wanted.Decision;
import java.nio.file.Path;

/**
 * Decides whether the machine's memory is compacted before each process that is measured starts.
 *
 * <p>A hypervisor may take the pages of a virtual machine away, again and again, and the next touch waits until it has given them back. It
 * does that by 2 MiB at a time. So a process whose memory is scattered over the machine waits far more often than one whose memory
 * lies together.
 */
public final class CompactMemory {
    private CompactMemory() {}

    /**
     * Decides for a machine.
     *
     * @param root of its file system
     */
    public static Decision decide(Wanted wanted, Path root) {
        if (wanted != Wanted.AUTO) {
            return Decision.asAskedFor(wanted);
        }
        return VirtualMachine.is(root)
                ? new Decision(true, "this is a virtual machine")
                : new Decision(false, "this is no virtual machine");
    }
}
