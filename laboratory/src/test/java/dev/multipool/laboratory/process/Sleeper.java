package dev.multipool.laboratory.process;

import java.util.concurrent.CountDownLatch;

/** A main class that never ends by itself. */
public final class Sleeper {
    private Sleeper() {}

    public static void main(String[] args) throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
