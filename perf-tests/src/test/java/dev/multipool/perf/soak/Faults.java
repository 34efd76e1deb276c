package dev.multipool.perf.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.rpc.client.Hostility;
import dev.multipool.rpc.server.RpcServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A random fault each second in the service's own process: code that is not ours throws what there is to throw, or the
 * process may open nothing or hold no more buffers for a moment. A full heap is none of them: a server that is started as it
 * should be ends there.
 */
final class Faults {
    /** What there is. */
    enum Fault {
        /** A callback of {@link HostileService}. */
        CALLBACK,
        /** A task of a pool of the service under load. */
        TASK,
        NO_DESCRIPTOR,
        NO_DIRECT_MEMORY
    }

    private static final long SEED = 11;
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    private static final Duration SHORTAGE = Duration.ofMillis(50);
    private static final Duration CALL_BOUND = Duration.ofSeconds(10);
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int SPARE_DESCRIPTORS = 10;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final RpcServer underLoad;
    private final HostileService hostile;
    private final Troubles troubles;
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    private final Thread thread = new Thread(this::run, "soak-faults");
    private volatile boolean going = true;
    private volatile @Nullable Throwable brokenBy;
    private final AtomicInteger endless = new AtomicInteger();
    private final AtomicInteger unserved = new AtomicInteger();

    /**
     * Begins nothing yet.
     *
     * @param troubles keep their Redis while there are no descriptors
     */
    Faults(RpcServer underLoad, HostileService hostile, Troubles troubles) {
        this.underLoad = underLoad;
        this.hostile = hostile;
        this.troubles = troubles;
    }

    void begin() {
        thread.start();
    }

    void end() throws InterruptedException {
        going = false;
        thread.interrupt();
        thread.join();
    }

    /** How often each was made; after {@link #end}. */
    Map<Fault, Integer> counts() {
        return counts;
    }

    /** Calls that had not ended long after their deadline. */
    int endless() {
        return endless.get();
    }

    /** Calls after a fault that were not served. */
    int unserved() {
        return unserved.get();
    }

    /** What ended it before its time; null when nothing did. */
    @Nullable
    Throwable brokenBy() {
        return brokenBy;
    }

    private void run() {
        try {
            while (going) {
                Thread.sleep(BETWEEN.toMillis());
                Fault fault = oneOf(List.of(Fault.values()));
                make(fault);
                counts.merge(fault, 1, Integer::sum);
                if (!isServed()) {
                    unserved.incrementAndGet();
                }
            }
        } catch (InterruptedException e) {
            // it is to end
            return;
        } catch (Throwable t) {
            brokenBy = t;
        }
    }

    private void make(Fault fault) throws InterruptedException {
        switch (fault) {
            case CALLBACK -> {
                if (!ends(hostile.harm(random))) {
                    endless.incrementAndGet();
                }
            }
            case TASK -> {
                List<MeasuredPool> pools = List.copyOf(underLoad.pools());
                Hostility hostility = oneOf(List.of(Hostility.values()));
                oneOf(pools).execute(hostility::strike);
            }
            case NO_DESCRIPTOR -> withoutDescriptors();
            case NO_DIRECT_MEMORY -> withoutDirectMemory();
        }
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** After a shortage its own connection may have to be made again. */
    private boolean isServed() throws InterruptedException {
        long before = System.nanoTime();
        boolean served = false;
        while (!served && System.nanoTime() - before < CALL_BOUND.toNanos()) {
            CompletableFuture<?> call = hostile.call();
            served = ends(call) && !call.isCompletedExceptionally();
            if (!served) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
        return served;
    }

    private static boolean ends(CompletableFuture<?> call) throws InterruptedException {
        try {
            call.handle((answer, failure) -> 0).get(CALL_BOUND.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private void withoutDescriptors() throws InterruptedException {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return;
        }
        long most = system.getMaxFileDescriptorCount();
        String limit = "prlimit --pid " + ProcessHandle.current().pid() + " --nofile=";
        synchronized (troubles) {
            // one process for both limits: when there is no descriptor left a second one can't be started
            run(limit + (system.getOpenFileDescriptorCount() + SPARE_DESCRIPTORS) + ": && sleep "
                    + SHORTAGE.toMillis() / 1e3 + "; " + limit + most + ":");
        }
    }

    private static void run(String script) throws InterruptedException {
        try {
            new ProcessBuilder("sh", "-c", script)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void withoutDirectMemory() throws InterruptedException {
        List<ByteBuf> held = new ArrayList<>();
        try {
            while (true) {
                held.add(UnpooledByteBufAllocator.DEFAULT.directBuffer(BLOCK_BYTES));
            }
        } catch (OutOfMemoryError e) {
            TimeUnit.NANOSECONDS.sleep(SHORTAGE.toNanos());
        } finally {
            held.forEach(ByteBuf::release);
        }
    }
}
