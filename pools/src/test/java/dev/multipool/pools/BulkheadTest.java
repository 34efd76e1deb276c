package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.pools.SemaphoreBulkhead.Permit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BulkheadTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(5);

    @Test
    void acquire_whenFull_rejectsAtOnceAndCounts() {
        SemaphoreBulkhead bulkhead = new SemaphoreBulkhead("users", 1);
        Permit permit = bulkhead.acquire();

        assertThatThrownBy(bulkhead::acquire)
                .isInstanceOf(BulkheadFullException.class)
                .hasMessage("bulkhead users: full (1 of 1 permits in use, 0 callers waiting)");

        permit.close();
        permit.close();
        assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("users", 1, 0, 1, 1, 0));
    }

    @Test
    void acquire_whenFullAndTimedOut_leavesThePermitToTheNext() throws Exception {
        SemaphoreBulkhead bulkhead = new SemaphoreBulkhead("users", 1);
        Permit permit = bulkhead.acquire();

        assertThatThrownBy(() -> bulkhead.acquire(SHORT)).isInstanceOf(BulkheadFullException.class);

        permit.close();
        bulkhead.acquire(SHORT).close();
        assertThat(bulkhead.snapshot().inUse()).isZero();
    }

    @Test
    void call_thatThrowsAnError_givesThePermitBack() {
        SemaphoreBulkhead bulkhead = new SemaphoreBulkhead("users", 1);

        assertThatThrownBy(() -> bulkhead.call(() -> {
                    throw new AssertionError("expected by the test");
                }))
                .isInstanceOf(AssertionError.class);

        assertThat(bulkhead.snapshot().inUse()).isZero();
    }

    @Test
    void resize_whilePermitsAreInUse_takesEffectAsTheyComeBack() {
        SemaphoreBulkhead bulkhead = new SemaphoreBulkhead("users", 2);
        Permit first = bulkhead.acquire();
        Permit second = bulkhead.acquire();

        bulkhead.resize(1);
        first.close();
        assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
        bulkhead.resize(2);

        bulkhead.acquire().close();
        second.close();
        assertThat(bulkhead.snapshot().inUse()).isZero();
    }

    @Test
    void permits_afterRandomUse_areAllBack() throws Exception {
        SemaphoreBulkhead bulkhead = new SemaphoreBulkhead("users", 3);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Random random = new Random(i);
            callers.add(new Thread(() -> callAtRandom(bulkhead, random, callers)));
        }

        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
        bulkhead.resize(2);

        assertThat(bulkhead.snapshot().inUse()).isZero();
        Permit first = bulkhead.acquire();
        Permit second = bulkhead.acquire();
        assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
        first.close();
        second.close();
    }

    private static void callAtRandom(SemaphoreBulkhead bulkhead, Random random, List<Thread> callers) {
        for (int n = 0; n < 2_000; n++) {
            try {
                Permit permit = random.nextBoolean() ? bulkhead.acquire() : bulkhead.acquire(Duration.ofNanos(5_000));
                permit.close();
                if (random.nextInt(10) == 0) {
                    callers.get(random.nextInt(callers.size())).interrupt();
                }
                if (random.nextInt(50) == 0) {
                    bulkhead.resize(1 + random.nextInt(4));
                }
            } catch (BulkheadFullException | InterruptedException e) {
                // both are what the test is about; the caller goes on
            }
        }
    }

    @Test
    void poolCall_returnsTheResultOrThrowsWhatTheCallThrows() throws Exception {
        try (PoolBulkhead bulkhead = new PoolBulkhead("users", 2)) {
            assertThat(bulkhead.call(() -> Thread.currentThread().getName(), LONG))
                    .isEqualTo("users-1");
            assertThatThrownBy(() -> bulkhead.call(
                            () -> {
                                throw new IOException("expected by the test");
                            },
                            LONG))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void poolCall_whenEveryThreadIsBusy_isRejectedAndCounted() throws Exception {
        try (PoolBulkhead bulkhead = new PoolBulkhead("users", 1)) {
            BlockedTask slow = new BlockedTask();
            CompletableFuture<Object> first = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    first.complete(bulkhead.call(
                            () -> {
                                slow.run();
                                return "done";
                            },
                            LONG));
                } catch (Exception e) {
                    first.complete(e);
                }
            });
            caller.start();
            slow.running.await();

            assertThatThrownBy(() -> bulkhead.call(() -> 1, LONG))
                    .hasMessage("pool users: pool full (1 of 1 threads busy, no queue)");
            assertThat(bulkhead.snapshot().rejected()).isEqualTo(1);

            slow.release();
            assertThat(first.get()).isEqualTo("done");
        }
    }

    @Test
    void poolCall_thatTakesTooLong_isInterruptedAndCounted() throws Exception {
        PoolBulkhead bulkhead = new PoolBulkhead("users", 1);
        BlockedTask slow = new BlockedTask();

        assertThatThrownBy(() -> bulkhead.call(
                        () -> {
                            slow.run();
                            return 1;
                        },
                        SHORT))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessage("bulkhead users: call timed out (after 5ms)");

        bulkhead.close();
        assertThat(slow.isOver()).isTrue();
        assertThat(bulkhead.snapshot().timedOut()).isEqualTo(1);
        assertThat(bulkhead.snapshot().inUse()).isZero();
    }

    @Test
    void poolBulkhead_resized_takesMoreCalls() throws Exception {
        try (PoolBulkhead bulkhead = new PoolBulkhead("users", 1)) {
            bulkhead.resize(3);

            assertThat(bulkhead.snapshot().permits()).isEqualTo(3);
        }
    }
}
