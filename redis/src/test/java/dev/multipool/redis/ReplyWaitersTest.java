package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.channel.DefaultEventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplyWaitersTest {
    /** A thread that is forgotten waits for as long as this, and the test fails long before. */
    private static final long VERY_LONG = TimeUnit.HOURS.toNanos(1);

    private static final long ONE_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int THREADS = 32;
    private static final int READS = 500;
    private static final long SEED = 42;

    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final ReplyWaiters waiters = new ReplyWaiters(loop);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    /** Asked for and not answered yet. */
    private final Queue<CompletableFuture<String>> asked = new ConcurrentLinkedQueue<>();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
        var unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    @Test
    void aReplyThatIsThere_isNotWaitedFor() throws Exception {
        assertThat(waiters.await(CompletableFuture.completedFuture("reply"), 0)).isTrue();
    }

    @Test
    void aReplyThatDoesNotCome_isWaitedForInItsTime() throws Exception {
        assertThat(waiters.await(new CompletableFuture<String>(), ONE_MILLI)).isFalse();
    }

    @Test
    void aThreadThatIsInterrupted_isToldSo() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> waiters.await(new CompletableFuture<String>(), VERY_LONG));
    }

    @Test
    void aFailure_endsTheWait() throws Exception {
        CompletableFuture<String> reply = new CompletableFuture<>();
        Future<Boolean> waiter = threads.submit(() -> waiters.await(reply, VERY_LONG));
        loop.execute(() -> reply.completeExceptionally(new IllegalStateException("on purpose")));

        assertThat(get(waiter)).isTrue();
    }

    @Test
    void aReplyThatAnotherThreadBrings_endsTheWait() throws Exception {
        CompletableFuture<String> reply = new CompletableFuture<>();
        Future<Boolean> waiter = threads.submit(() -> waiters.await(reply, VERY_LONG));
        reply.complete("reply");

        assertThat(get(waiter)).isTrue();
    }

    @Test
    void manyRepliesOfOneTurn_endAllWaits() throws Exception {
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            all.add(threads.submit(() -> readAll(() -> waiters.await(ask(), VERY_LONG))));
        }

        for (Future<Integer> each : all) {
            assertThat(get(each)).isEqualTo(READS);
        }
    }

    /** Those who leave at the moment in which they are woken must not keep the others from being woken. */
    @Test
    void threadsThatGiveUp_forgetNobody() throws Exception {
        List<Future<Integer>> patient = new ArrayList<>();
        List<Future<Integer>> hasty = new ArrayList<>();
        for (int i = 0; i < THREADS; i += 2) {
            Random random = new Random(SEED + i);
            patient.add(threads.submit(() -> readAll(() -> waiters.await(ask(), VERY_LONG))));
            hasty.add(threads.submit(() -> readAll(() -> waiters.await(ask(), random.nextInt(200_000)))));
        }

        for (Future<Integer> each : patient) {
            assertThat(get(each)).isEqualTo(READS);
        }
        for (Future<Integer> each : hasty) {
            assertThat(get(each)).isBetween(0, READS);
        }
    }

    @Test
    void repliesOnAnEventLoopThatEnds_endAllWaits() throws Exception {
        DefaultEventLoop ending = new DefaultEventLoop() {
            @Override
            public boolean inEventLoop() {
                return true;
            }

            @Override
            public void execute(Runnable task) {
                throw new RejectedExecutionException("ended");
            }
        };
        ReplyWaiters last = new ReplyWaiters(ending);
        CompletableFuture<String> reply = new CompletableFuture<>();
        Future<Boolean> waiter = threads.submit(() -> last.await(reply, VERY_LONG));
        reply.complete("reply");

        assertThat(get(waiter)).isTrue();
    }

    /** Reads again and again; returns how many replies came in time. */
    private static int readAll(Callable<Boolean> read) throws Exception {
        int came = 0;
        for (int i = 0; i < READS; i++) {
            if (read.call()) {
                came++;
            }
        }
        return came;
    }

    /** Asks for a reply, which the event loop brings together with those that others asked for. */
    private CompletableFuture<String> ask() {
        CompletableFuture<String> reply = new CompletableFuture<>();
        asked.add(reply);
        loop.execute(() -> {
            for (CompletableFuture<String> next = asked.poll(); next != null; next = asked.poll()) {
                next.complete("reply");
            }
        });
        return reply;
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }
}
