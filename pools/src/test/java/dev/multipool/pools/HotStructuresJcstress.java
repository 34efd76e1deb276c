package dev.multipool.pools;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The structures that many threads touch without locks, two or three threads at a time, with every outcome named.
 *
 * <p>How to run: {@code mvn -Pstress -pl pools -am verify}.
 */
public final class HotStructuresJcstress {

    private static final PoolConfig CONFIG = PoolConfig.parse("p", "fixed:threads=1,queue=10");

    private HotStructuresJcstress() {}

    /** Two tasks at a door that lets one in. */
    @JCStressTest
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "the first is let in")
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "the second is let in")
    @Outcome(expect = FORBIDDEN, desc = "both or none")
    @State
    public static class AdmissionAtItsBound {
        private final Admission admission = new Admission();

        @Actor
        public void first(II_Result r) {
            r.r1 = admission.enter(1);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = admission.enter(1);
        }
    }

    /** A task at a door that is being shut: it is in and counted, or rejected and not counted. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "let in before the door was shut, and counted")
    @Outcome(id = "-2, 0", expect = ACCEPTABLE, desc = "rejected, and not counted")
    @Outcome(expect = FORBIDDEN, desc = "the stopper waits for a task that is not there, or misses one")
    @State
    public static class AdmissionBeingShut {
        private final Admission admission = new Admission();

        @Actor
        public void submitter(II_Result r) {
            r.r1 = admission.enter(10);
        }

        @Actor
        public void stopper() {
            admission.shut();
        }

        @Arbiter
        public void count(II_Result r) {
            r.r2 = admission.inFlight();
        }
    }

    /** One task that is offered while a worker polls; what the worker leaves is polled afterwards. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "polled by the worker")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "still there afterwards")
    @Outcome(expect = FORBIDDEN, desc = "lost, handed out twice, or half written")
    @State
    public static class RingQueueOfferAndPoll {
        private final RingQueue queue = new RingQueue();

        @Actor
        public void submitter() {
            queue.offer(() -> {}, 1);
        }

        @Actor
        public void worker(II_Result r) {
            r.r1 = poll(queue);
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = poll(queue);
        }
    }

    /** One task in the queue and two workers. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first gets it")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second gets it")
    @Outcome(expect = FORBIDDEN, desc = "lost, or handed out twice")
    @State
    public static class RingQueueHandsOutOnce {
        private final RingQueue queue = new RingQueue();

        /** Offers the task. */
        public RingQueueHandsOutOnce() {
            queue.offer(() -> {}, 1);
        }

        @Actor
        public void firstWorker(II_Result r) {
            r.r1 = poll(queue);
        }

        @Actor
        public void secondWorker(II_Result r) {
            r.r2 = poll(queue);
        }
    }

    private static int poll(RingQueue queue) {
        TaskSlot slot = new TaskSlot();
        if (!queue.poll(slot)) {
            return 0;
        }
        return slot.task != null && slot.enqueuedNanos == 1 ? 1 : 2;
    }

    /** A worker that goes idle while a task is offered: one of the two must see the other. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both see each other")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the worker sees the task and does not park")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the submitter sees the worker and wakes it")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "lost wake-up")
    @State
    public static class IdleWorkerAndSubmitter {
        private final RingQueue queue = new RingQueue();
        private final IdleWorkers idle = new IdleWorkers();

        @Actor
        @SuppressWarnings("NullAway") // the worker is only a token here
        public void worker(II_Result r) {
            idle.push(new Worker(null));
            r.r1 = queue.isEmpty() ? 0 : 1;
        }

        @Actor
        public void submitter(II_Result r) {
            queue.offer(() -> {}, 1);
            r.r2 = idle.isEmpty() ? 0 : 1;
        }
    }

    /** A snapshot while a task arrives, starts and ends: every figure of the task or none. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "before the task")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the task is in flight")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "after the task")
    @Outcome(expect = FORBIDDEN, desc = "an end without an arrival")
    @State
    public static class LedgerSnapshotOfOneTask {
        private final Ledger ledger = new Ledger(NanoClock.system());

        @Actor
        public void worker() {
            ledger.arrived(1, 0);
            ledger.started(2);
            ledger.ended(TaskOutcome.COMPLETED, 1, 2, 3);
        }

        @Actor
        public void reader(II_Result r) {
            LedgerSnapshot snapshot = ledger.snapshot(CONFIG, () -> -1);
            r.r1 = (int) snapshot.serviceTimeNanos().count();
            r.r2 = snapshot.inFlight();
        }
    }
}
