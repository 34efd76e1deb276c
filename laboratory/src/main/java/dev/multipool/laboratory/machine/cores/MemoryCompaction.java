package dev.multipool.laboratory.machine.cores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Sees to it that a process that starts next gets memory that lies together, in whole pieces of 2 MiB.
 *
 * <p>The Linux kernel moves the used pages of all memory together. It leaves some free pages between them, and keeps some for each core. It
 * hands those out first. So these are taken here, and kept until this JVM ends.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class MemoryCompaction {
    /** One leaves many of the smallest pieces as they are. */
    private static final int PASSES = 3;

    private final Path order;
    private final FreePieces pieces;

    private MemoryCompaction(Path order, FreePieces pieces) {
        this.order = order;
        this.pieces = pieces;
    }

    /**
     * Of a machine.
     *
     * @param root of its file system
     * @return empty where the kernel can't do it or does not tell of its memory, or this process has no right to ask
     */
    static Optional<MemoryCompaction> of(Path root) {
        Path proc = root.resolve("proc");
        Path order = proc.resolve("sys/vm/compact_memory");
        FreePieces pieces = new FreePieces(proc);
        return Files.isWritable(order) && pieces.areTold()
                ? Optional.of(new MemoryCompaction(order, pieces))
                : Optional.empty();
    }

    /**
     * Returns when it is done, which takes seconds at first, and tenths of a second later.
     *
     * @param cpus the cores that processes will run on
     */
    void compact(List<Integer> cpus) throws IOException, InterruptedException {
        for (int pass = 0; pass < PASSES; pass++) {
            Files.writeString(order, "1", StandardOpenOption.WRITE);
        }
        for (int cpu : cpus) {
            takeOn(cpu);
        }
    }

    /** Each core keeps free pages of its own, which only a thread on it is given. */
    private void takeOn(int cpu) throws IOException, InterruptedException {
        FutureTask<Void> taking = new FutureTask<>(() -> {
            if (Placement.pinTo(cpu)) {
                pieces.take(cpu);
            }
            return null;
        });
        new Thread(taking, "memory-" + cpu).start();
        try {
            taking.get();
        } catch (ExecutionException e) {
            throw new IOException("free memory can't be taken", e.getCause());
        }
    }
}
