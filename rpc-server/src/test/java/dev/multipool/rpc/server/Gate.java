package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds handlers until a test lets them go, and counts who came in. */
final class Gate {
    private static final long BOUND_SECONDS = 30;

    private final CountDownLatch opened = new CountDownLatch(1);
    private final Semaphore arrivals = new Semaphore(0);
    private final AtomicInteger entered = new AtomicInteger();

    void enter() throws InterruptedException {
        entered.incrementAndGet();
        arrivals.release();
        assertThat(opened.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    void awaitEntered(int count) throws InterruptedException {
        assertThat(arrivals.tryAcquire(count, BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    int entered() {
        return entered.get();
    }

    void open() {
        opened.countDown();
    }
}
