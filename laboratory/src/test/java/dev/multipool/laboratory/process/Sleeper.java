package dev.multipool.laboratory.process;

import java.util.concurrent.CountDownLatch;

/** A main class that never ends by itself; its argument is how many threads keep it busy. */
public final class Sleeper {
    private Sleeper() {}

    public static void main(String[] args) throws InterruptedException {
        for (int thread = 0; args.length > 0 && thread < Integer.parseInt(args[0]); thread++) {
            Thread busy = new Thread(Sleeper::compute, "busy-" + thread);
            busy.setDaemon(true);
            busy.start();
        }
        System.out.println("busy");
        new CountDownLatch(1).await();
    }

    @SuppressWarnings("InfiniteLoopStatement")
    private static void compute() {
        double sum = 0;
        while (true) {
            sum = Math.sin(sum + 1);
        }
    }
}
