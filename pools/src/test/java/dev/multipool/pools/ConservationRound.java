package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * One pool under random operations of several threads (submit, expire, reject, cancel, throw, interrupt, resize, stop),
 * then the count: nothing is lost, nothing is counted twice, no thread is left.
 */
final class ConservationRound {

    private static final int ACTORS = 3;
    private static final List<String> SPECS = List.of(
            "fixed:threads=2",
            "fixed:threads=3,queue=20",
            "fixed:threads=2,queue=50,queueTimeout=20us",
            "fixed:threads=2,queue=50,order=adaptive-lifo,overloadInterval=100us,overloadTimeout=20us",
            "cached:core=1,max=4,keepAlive=20us",
            "cached:core=0,max=3",
            "eager:core=1,max=4,queue=20,keepAlive=20us",
            "direct:threads=2",
            "virtual:threads=3,queue=20");

    private final Random seeds;
    private final PoolConfig config;
    private final MeasuredPool pool;
    private final MeasuredPool decorated;
    private final boolean stopsAtOnce;
    private final AtomicLong offered = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong began = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong toldOnce = new AtomicLong();
    private final AtomicLong toldTwice = new AtomicLong();
    private final AtomicLong left;

    private ConservationRound(int round, long seed, long operations) {
        this.seeds = new Random(seed * 31 + round);
        this.config = PoolConfig.parse("round" + round, spec(round));
        this.pool = Pools.create(config);
        this.decorated =
                Pools.decorate(pool, (to, task) -> round % 2 == 0 ? () -> task.run() : new DecoratedTask(task) {});
        this.stopsAtOnce = round % 4 == 3;
        this.left = new AtomicLong(operations);
    }

    private static String spec(int round) {
        int kinds = Runtime.version().feature() >= 21 ? SPECS.size() : SPECS.size() - 1;
        return SPECS.get(round % kinds);
    }

    /** Runs the round and checks. */
    static void run(int round, long seed, long operations) throws InterruptedException {
        new ConservationRound(round, seed, operations).run();
    }

    private void run() throws InterruptedException {
        long stopAt = left.get() / 20;
        CountDownLatch stopNow = new CountDownLatch(1);
        List<Thread> actors = new ArrayList<>();
        for (int i = 0; i < ACTORS; i++) {
            Random random = new Random(seeds.nextLong());
            actors.add(new Thread(() -> act(random, stopAt, stopNow), "actor-" + i));
        }
        actors.forEach(Thread::start);

        stopNow.await();
        if (stopsAtOnce) {
            pool.asExecutorService().shutdownNow();
        }
        pool.stop(Duration.ofNanos(seeds.nextInt(200_000)));
        for (Thread actor : actors) {
            actor.join();
        }

        assertThat(pool.stop(Duration.ofSeconds(10)))
                .as("%s ends", config.spec())
                .isTrue();
        check(pool.snapshot());
    }

    private void check(LedgerSnapshot snapshot) {
        TaskCounts counts = snapshot.counts();
        String what = config.name() + " " + config.spec() + " " + counts;
        assertThat(counts.arrivals()).as(what).isEqualTo(offered.get()).isEqualTo(counts.ended());
        assertThat(counts.rejections().total() - counts.rejections().queueExpired())
                .as(what)
                .isEqualTo(rejected.get());
        // a future that is cancelled just when its service begins is served without running its work
        assertThat(snapshot.serviceTimeNanos().count())
                .as(what)
                .isBetween(began.get(), began.get() + counts.cancelled());
        assertThat(toldOnce.get()).as(what).isEqualTo(accepted.get());
        assertThat(toldTwice.get()).as(what).isZero();
        assertThat(snapshot.inFlight()).as(what).isZero();
        if (config.kind() != PoolKind.VIRTUAL && config.kind() != PoolKind.DIRECT) {
            assertThat(snapshot.state().threads()).as(what).isZero();
        }
    }

    private void act(Random random, long stopAt, CountDownLatch stopNow) {
        for (long n = left.decrementAndGet(); n >= 0; n = left.decrementAndGet()) {
            if (n == stopAt) {
                stopNow.countDown();
            }
            operate(random);
            Thread.interrupted();
        }
    }

    private void operate(Random random) {
        int choice = random.nextInt(1000);
        if (choice < 2) {
            resize(random);
        } else if (choice < 300) {
            offer(choice % 3 == 0 ? decorated : pool, new Told(choice, deadline(choice, random)));
        } else if (choice < 600) {
            Cancellable call = new Cancellable(choice, deadline(choice, random));
            if (offer(choice % 7 == 0 ? decorated : pool, call) && choice % 3 == 0) {
                call.cancel(choice % 2 == 0);
            }
        } else if (choice < 700) {
            offerTogether(choice % 3 == 0 ? decorated : pool, choice, random);
        } else {
            offerPlain(choice);
        }
    }

    private void resize(Random random) {
        int max = 1 + random.nextInt(4);
        int core =
                switch (config.kind()) {
                    case FIXED -> max;
                    case CACHED, EAGER -> random.nextInt(max + 1);
                    case VIRTUAL, DIRECT -> 0;
                };
        pool.resize(core, max, config.queueCapacity() == 0 ? 0 : random.nextInt(60));
    }

    private long deadline(int choice, Random random) {
        return choice % 2 == 0 ? PoolTask.NO_DEADLINE : pool.clock().nanoTime() + random.nextInt(30_000);
    }

    private boolean offer(MeasuredPool to, PoolTask task) {
        offered.incrementAndGet();
        accepted.incrementAndGet();
        try {
            to.execute(task);
            return true;
        } catch (PoolRejectedException e) {
            accepted.decrementAndGet();
            rejected.incrementAndGet();
            return false;
        }
    }

    private void offerTogether(MeasuredPool to, int choice, Random random) {
        AtomicInteger handedOut = new AtomicInteger();
        Iterator<Runnable> tasks = Stream.generate(() -> deadline(choice, random))
                .<Runnable>map(deadline -> new Told(choice, deadline))
                .limit(choice % 20)
                .peek(task -> handedOut.incrementAndGet())
                .iterator();
        int turnedAway = 0;
        try {
            to.executeAll(() -> tasks);
        } catch (PoolRejectedException e) {
            turnedAway = 1;
        }
        offered.addAndGet(handedOut.get());
        accepted.addAndGet(handedOut.get() - turnedAway);
        rejected.addAndGet(turnedAway);
    }

    private void offerPlain(int choice) {
        offered.incrementAndGet();
        try {
            pool.execute(() -> work(choice));
        } catch (PoolRejectedException e) {
            rejected.incrementAndGet();
        }
    }

    private void work(int choice) {
        began.incrementAndGet();
        switch (choice % 50) {
            case 0 -> throw new IllegalStateException("expected by the test");
            case 1 -> throw new AssertionError("expected by the test");
            case 2 -> Thread.currentThread().interrupt();
            case 3 -> throw new UnprintableException();
            case 4 -> throw new OutOfMemoryError("expected by the test");
            default -> {}
        }
    }

    private void told(AtomicInteger times) {
        (times.incrementAndGet() == 1 ? toldOnce : toldTwice).incrementAndGet();
    }

    /** A task that counts how often it hears what became of it. */
    private final class Told implements PoolTask {

        private final AtomicInteger times = new AtomicInteger();
        private final int choice;
        private final long deadlineNanos;

        Told(int choice, long deadlineNanos) {
            this.choice = choice;
            this.deadlineNanos = deadlineNanos;
        }

        @Override
        public void run() {
            told(times);
            work(choice);
        }

        @Override
        public void notRun(NotRunReason reason) {
            told(times);
            if (choice % 50 == 0) {
                throw new IllegalStateException("expected by the test");
            }
        }

        @Override
        public void left() {
            if (choice % 50 == 5) {
                throw new UnprintableException();
            }
        }

        @Override
        @SuppressWarnings("NullAway") // what it must not do
        public TaskOutcome outcome() {
            return choice % 50 == 6 ? null : TaskOutcome.COMPLETED;
        }

        @Override
        public long deadlineNanos() {
            return deadlineNanos;
        }
    }

    /** A future that does the same, and is cancelled at times. */
    private final class Cancellable extends PoolCall<Integer> {

        private final AtomicInteger times = new AtomicInteger();

        Cancellable(int choice, long deadlineNanos) {
            super(
                    "p",
                    () -> {
                        work(choice);
                        return choice;
                    },
                    deadlineNanos);
        }

        @Override
        protected void done() {
            told(times);
        }
    }
}
