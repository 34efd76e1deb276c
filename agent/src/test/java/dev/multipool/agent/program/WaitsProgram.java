package dev.multipool.agent.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** Tasks that wait for locks, and others that wait for what a socket brings. */
public final class WaitsProgram {

    private static final long MILLIS = 3000;

    private final LongAdder locked = new LongAdder();
    private final LongAdder read = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Object monitor = new Object();
    private volatile boolean isOver;

    private WaitsProgram() {}

    /** Prints what tasks waited beside what their ledgers say. */
    public static void main(String[] arguments) throws Exception {
        new WaitsProgram().run();
        System.exit(0);
    }

    private void run() throws Exception {
        ExecutorService locks = pool("locks", 5);
        ExecutorService reads = pool("reads", 2);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(locks.submit(this::holdLock));
        }
        for (int i = 0; i < 2; i++) {
            all.add(locks.submit(this::holdMonitor));
        }
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket far = server.accept()) {
            all.add(reads.submit(() -> read(one)));
            Thread.sleep(MILLIS);
            awaitLook();
            isOver = true;
            far.getOutputStream().write(1);
            for (Future<?> each : all) {
                each.get();
            }
        }
        Ledgers.awaitEnds("locks", 5);
        Ledgers.awaitEnds("reads", 1);
        Ledgers.figure("locked", (double) locked.sum());
        Ledgers.figure("read", (double) read.sum());
        Ledgers.figure("ledgerLocked", Ledgers.read("locks", "LockWaitNanos"));
        Ledgers.figure("ledgerRead", Ledgers.read("reads", "IoWaitNanos"));
        Ledgers.figure("locksRead", Ledgers.read("locks", "IoWaitNanos"));
        Ledgers.figure("readsLocked", Ledgers.read("reads", "LockWaitNanos"));
    }

    /** What passes between the last look and the end nobody sees; after a look that was slow the next one is late. */
    private static void awaitLook() throws InterruptedException {
        double seen = Ledgers.read("locks", "LockWaitNanos");
        Ledgers.await("a look", () -> Ledgers.read("locks", "LockWaitNanos") > seen);
    }

    private Void holdLock() throws InterruptedException {
        while (!isOver) {
            long asked = System.nanoTime();
            lock.lock();
            try {
                locked.add(System.nanoTime() - asked);
                Thread.sleep(20);
            } finally {
                lock.unlock();
            }
        }
        return null;
    }

    private Void holdMonitor() throws InterruptedException {
        while (!isOver) {
            long asked = System.nanoTime();
            synchronized (monitor) {
                locked.add(System.nanoTime() - asked);
                Thread.sleep(20);
            }
        }
        return null;
    }

    private Integer read(Socket socket) throws IOException {
        long asked = System.nanoTime();
        int value = socket.getInputStream().read();
        read.add(System.nanoTime() - asked);
        return value;
    }

    private static ExecutorService pool(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        return Executors.newFixedThreadPool(threads, task -> new Thread(task, name + "-" + number.incrementAndGet()));
    }
}
