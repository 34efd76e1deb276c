package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.Pools;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnCallsTest {
    private static final Duration DRAIN = Duration.ofSeconds(30);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final TurnCalls turn = new TurnCalls(channel.eventLoop());
    private final List<MeasuredPool> pools = new ArrayList<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    @AfterEach
    void stopPools() {
        pools.forEach(pool -> pool.stop(DRAIN));
        channel.finishAndReleaseAll();
    }

    @Test
    void calls_waitForTheEndOfTheTurn() {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");

        turn.add(pool, new Noted("a"));
        turn.add(pool, new Noted("b"));
        assertThat(pool.snapshot().counts().arrivals()).isZero();

        channel.runPendingTasks();
        pool.stop(DRAIN);
        assertThat(ends).containsExactly("a ran", "b ran");
    }

    @Test
    void calls_forWhichTheLoopHasNoTime_areHandedOverOnRequest() {
        MeasuredPool pool = pool("fixed:threads=1,queue=10");

        turn.add(pool, new Noted("a"));
        turn.handOver();
        pool.stop(DRAIN);
        channel.runPendingTasks();

        assertThat(ends).containsExactly("a ran");
    }

    @Test
    void manyCalls_areHandedOverBeforeTheTurnEnds() {
        MeasuredPool pool = pool("fixed:threads=1,queue=100");

        for (int i = 0; i < TurnCalls.MOST_WAITING; i++) {
            turn.add(pool, new Noted(Integer.toString(i)));
        }

        assertThat(pool.snapshot().counts().arrivals()).isEqualTo(TurnCalls.MOST_WAITING);
    }

    @Test
    void callsThatAFullPoolRejects_areToldEach_andThoseOfOtherPoolsRun() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        MeasuredPool full = pool("fixed:threads=1,queue=1");
        MeasuredPool other = pool("fixed:threads=1,queue=10");
        full.execute(() -> awaitQuietly(gate));

        turn.add(full, new Noted("queued"));
        turn.add(full, new Noted("too many"));
        turn.add(full, new Noted("too many as well"));
        turn.add(other, new Noted("elsewhere"));
        channel.runPendingTasks();

        assertThat(List.of(nextEnd(), nextEnd(), nextEnd()))
                .containsExactlyInAnyOrder(
                        "too many PoolRejectedException", "too many as well PoolRejectedException", "elsewhere ran");
        gate.countDown();
        full.stop(DRAIN);
        assertThat(ends).containsExactly("queued ran");
    }

    @Test
    void callsOfAPoolThatTakesNone_areTold() {
        MeasuredPool idle = foreign(tasks -> {});

        turn.add(idle, new Noted("a"));
        turn.add(idle, new Noted("b"));
        channel.runPendingTasks();

        assertThat(ends).containsExactly("a IllegalStateException", "b IllegalStateException");
    }

    @Test
    void callsOfAPoolThatThrowsBeforeItTakesOne_areTold() {
        MeasuredPool broken = foreign(tasks -> {
            throw new StackOverflowError("on purpose");
        });

        turn.add(broken, new Noted("a"));
        turn.add(broken, new Noted("b"));
        channel.runPendingTasks();

        assertThat(ends).containsExactly("a StackOverflowError", "b StackOverflowError");
    }

    @Test
    void calls_onAnEventLoopThatEnds_areHandedOverAtOnce() {
        DefaultEventLoop ended = new DefaultEventLoop() {
            @Override
            public void execute(Runnable task) {
                throw new RejectedExecutionException("ended");
            }
        };
        MeasuredPool pool = pool("fixed:threads=1,queue=10");

        TurnCalls last = new TurnCalls(ended);
        last.add(pool, new Noted("a"));
        last.add(pool, new Noted("b"));
        pool.stop(DRAIN);

        assertThat(ends).containsExactly("a ran", "b ran");
    }

    private MeasuredPool pool(String spec) {
        MeasuredPool pool = Pools.create(PoolConfig.parse("pool", spec));
        pools.add(pool);
        return pool;
    }

    private String nextEnd() throws InterruptedException {
        return String.valueOf(ends.poll(30, TimeUnit.SECONDS));
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface TakesAll {
        void executeAll(Iterable<? extends Runnable> tasks);
    }

    @SuppressWarnings("unchecked") // what executeAll is given
    private static MeasuredPool foreign(TakesAll behaviour) {
        return (MeasuredPool) Proxy.newProxyInstance(
                TurnCallsTest.class.getClassLoader(),
                new Class<?>[] {MeasuredPool.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("executeAll")) {
                        behaviour.executeAll((Iterable<? extends Runnable>) arguments[0]);
                    }
                    return null;
                });
    }

    private final class Noted implements TurnCalls.Call {
        private final String name;

        private Noted(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            ends.add(name + " ran");
        }

        @Override
        public void notRun(NotRunReason reason) {
            ends.add(name + " " + reason);
        }

        @Override
        public void refused(Throwable thrown) {
            ends.add(name + " " + thrown.getClass().getSimpleName());
        }
    }
}
