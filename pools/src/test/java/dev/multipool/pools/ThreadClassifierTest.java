package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadClassifierTest {

    @ParameterizedTest
    @CsvSource({
        "WAITING, jdk.internal.misc.Unsafe.park dev.multipool.pools.internal.worker.Worker.parkUntilWoken"
                + " dev.multipool.pools.internal.worker.Worker.awaitTask, IDLE",
        "RUNNABLE, java.lang.Thread.yield dev.multipool.pools.internal.worker.Worker.awaitTask, IDLE",
        "WAITING, jdk.internal.misc.Unsafe.park java.util.concurrent.ThreadPoolExecutor.getTask, IDLE",
        "RUNNABLE, sun.nio.ch.EPoll.wait sun.nio.ch.EPollSelectorImpl.doSelect, IDLE",
        "RUNNABLE, sun.nio.ch.SocketDispatcher.read0 sun.nio.ch.SocketDispatcher.read, IO",
        "RUNNABLE, sun.nio.ch.Net.poll sun.nio.ch.NioSocketImpl.park, IO",
        "RUNNABLE, com.example.Work.count sun.nio.ch.IOUtil.read sun.nio.ch.Net.poll, CPU",
        "BLOCKED, com.example.Work.synchronizedStep, LOCK",
        "WAITING, jdk.internal.misc.Unsafe.park java.util.concurrent.locks.ReentrantLock$Sync.lock, LOCK",
        "TIMED_WAITING, jdk.internal.misc.Unsafe.park java.util.concurrent.Semaphore.tryAcquire, LOCK",
        "TIMED_WAITING, jdk.internal.misc.Unsafe.park java.util.concurrent.CountDownLatch.await"
                + " dev.multipool.pools.Join.await, JOIN",
        "WAITING, java.util.concurrent.CompletableFuture$Signaller.block, JOIN",
        "RUNNABLE, io.netty.channel.epoll.Native.epollWait0 io.netty.channel.epoll.Native.epollWait, IDLE",
        "RUNNABLE, jdk.internal.misc.Unsafe.park java.util.concurrent.CountDownLatch.await, JOIN",
        "TIMED_WAITING, java.lang.Thread.sleep com.example.Work.nap, OTHER",
    })
    void of_aStack_isWhatItsTopFramesSay(Thread.State state, String frames, ThreadActivity expected) {
        assertThat(ThreadClassifier.standard().of(state, stack(frames))).isEqualTo(expected);
    }

    @Test
    void of_aThreadOfTheJvmsOwn_isNotOnCpu() {
        assertThat(ThreadClassifier.standard().of(Thread.State.RUNNABLE, new StackTraceElement[0]))
                .isEqualTo(ThreadActivity.OTHER);
    }

    @Test
    void of_aFutureOfAKnownClient_isWhatTheAddedRuleSays() {
        ThreadClassifier classifier = ThreadClassifier.standard().with("com.example.client.", ThreadActivity.IO);
        StackTraceElement[] stack = stack("java.util.concurrent.CompletableFuture.get com.example.client.Client.call");

        assertThat(classifier.of(Thread.State.WAITING, stack)).isEqualTo(ThreadActivity.IO);
        assertThat(classifier.of(Thread.State.RUNNABLE, stack)).isEqualTo(ThreadActivity.CPU);
        assertThat(ThreadClassifier.standard().of(Thread.State.WAITING, stack)).isEqualTo(ThreadActivity.JOIN);
    }

    @Test
    void of_theThreadsOfARealPool_isIdleJoinAndLock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch latch = new CountDownLatch(1);
        try (MeasuredPool idle = pool("classified-idle");
                MeasuredPool joining = pool("classified-join");
                MeasuredPool locked = pool("classified-lock");
                MeasuredPool children = pool("classified-children")) {
            lock.lock();
            try {
                idle.execute(() -> {});
                locked.execute(() -> holdFor(lock));
                PoolCall<?> parent = joining.submit(
                        () -> FanOut.on(children).join(List.of(() -> await(latch)), Duration.ofMinutes(1)));

                assertSettles("classified-idle-1", ThreadActivity.IDLE);
                assertSettles("classified-join-1", ThreadActivity.JOIN);
                assertSettles("classified-lock-1", ThreadActivity.LOCK);
                assertThat(parent.isDone()).isFalse();
            } finally {
                lock.unlock();
                latch.countDown();
            }
        }
    }

    private static void holdFor(ReentrantLock lock) {
        lock.lock();
        try {
            assertThat(lock.isHeldByCurrentThread()).isTrue();
        } finally {
            lock.unlock();
        }
    }

    private static boolean await(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return true;
    }

    private static MeasuredPool pool(String name) {
        return Pools.create(PoolConfig.parse(name, "fixed:threads=1,queue=1"));
    }

    private static void assertSettles(String threadName, ThreadActivity expected) {
        ThreadActivity activity = null;
        for (int i = 0; i < 5_000 && activity != expected; i++) {
            LockSupport.parkNanos(1_000_000);
            activity = activityOf(threadName);
        }
        assertThat(activity).as(threadName).isEqualTo(expected);
    }

    private static @Nullable ThreadActivity activityOf(String threadName) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().equals(threadName))
                .map(entry -> ThreadClassifier.standard().of(entry.getKey().getState(), entry.getValue()))
                .findFirst()
                .orElse(null);
    }

    private static StackTraceElement[] stack(String frames) {
        return Stream.of(frames.split(" "))
                .map(frame -> {
                    int dot = frame.lastIndexOf('.');
                    return new StackTraceElement(frame.substring(0, dot), frame.substring(dot + 1), null, -1);
                })
                .toArray(StackTraceElement[]::new);
    }
}
