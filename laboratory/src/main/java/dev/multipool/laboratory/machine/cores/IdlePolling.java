package dev.multipool.laboratory.machine.cores;

import dev.multipool.laboratory.process.CorePlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * Has the Linux kernel poll on idle cores, in place of halting them, for as long as this is open.
 *
 * <p>That is its power management's quality of service: while somebody holds {@code /dev/cpu_dma_latency} at 0, an idle core may only
 * use states that it leaves at once. A core that polls is woken by a write to memory. One that runs a spin loop needs an interrupt, for which
 * a virtual machine has to ask its hypervisor.
 *
 * <p><b>Threads:</b> any. <b>Lifecycle:</b> the kernel ends it when the process ends, however it does.
 */
final class IdlePolling implements AutoCloseable {
    private final FileChannel latency;

    private IdlePolling(FileChannel latency) {
        this.latency = latency;
    }

    /**
     * Begins. It is for the whole machine, so it is only to be had where all of its cores are watched.
     *
     * @param root of the machine's file system
     * @param watched the cores in ascending order
     * @return empty where the kernel can't poll, or this process has no right to ask for it
     */
    static Optional<IdlePolling> begin(Path root, List<Integer> watched) {
        Path cpus = root.resolve("sys/devices/system/cpu");
        try {
            boolean all = CorePlan.numbers(read(cpus.resolve("online"))).equals(watched);
            if (!all || !pollsInItsFirstState(cpus, watched)) {
                return Optional.empty();
            }
            FileChannel latency = FileChannel.open(root.resolve("dev/cpu_dma_latency"), StandardOpenOption.WRITE);
            try {
                latency.write(ByteBuffer.allocate(Integer.BYTES));
            } catch (IOException e) {
                latency.close();
                throw e;
            }
            return Optional.of(new IdlePolling(latency));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Without a driver of idle states there is none. A first state that takes any time to leave is a halt. */
    private static boolean pollsInItsFirstState(Path cpus, List<Integer> watched) throws IOException {
        for (int cpu : watched) {
            Path state = cpus.resolve("cpu" + cpu + "/cpuidle/state0");
            if (!read(state.resolve("latency")).equals("0")
                    || !read(state.resolve("disable")).equals("0")) {
                return false;
            }
        }
        return true;
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    @Override
    public void close() throws IOException {
        latency.close();
    }
}
