package dev.multipool.pools.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The task that a decorator gets, and two threads that end it.
 *
 * <p>How to run: {@code mvn verify -Pfull}.
 */
public final class SubmittedTaskJcstress {

    private SubmittedTaskJcstress() {}

    /** A decorator that hands its task to another thread, while the pool is done with it: run or told, not both. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "run")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "told that it is not run")
    @Outcome(expect = FORBIDDEN, desc = "two answers, or none")
    @State
    public static class SubmittedTaskRunOrSettled {
        private final AtomicInteger ran = new AtomicInteger();
        private final AtomicInteger notRun = new AtomicInteger();
        private final SubmittedTask task = new SubmittedTask(new PoolTask() {
            @Override
            public void run() {
                ran.incrementAndGet();
            }

            @Override
            public void notRun(NotRunReason reason) {
                notRun.incrementAndGet();
            }
        });

        @Actor
        public void decorator() {
            task.run();
        }

        @Actor
        public void pool() {
            task.settle();
        }

        @Arbiter
        public void count(II_Result r) {
            r.r1 = ran.get();
            r.r2 = notRun.get();
        }
    }
}
