package dev.multipool.pools.internal.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolCall;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolListener;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.internal.Admission;
import dev.multipool.pools.internal.PoolEvents;
import dev.multipool.pools.internal.TaskRunner;
import dev.multipool.pools.internal.ledger.Ledger;
import dev.multipool.pools.internal.queue.RingQueue;
import dev.multipool.pools.internal.queue.TaskSlot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The structures that many threads touch without locks, two or three threads at a time, with every outcome named.
 *
 * <p>How to run: {@code mvn verify -Pfull}.
 */
public final class HotStructuresJcstress {

    private static final PoolConfig CONFIG = PoolConfig.parse("p", "fixed:threads=1,queue=10");

    private static final TaskRunner.Owner OWNER = new TaskRunner.Owner() {
        @Override
        public boolean isDropping() {
            return false;
        }

        @Override
        public void emptied() {}
    };

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
        public void worker(II_Result r) {
            idle.push(new Token());
            r.r1 = queue.isEmpty() ? 0 : 1;
        }

        @Actor
        public void submitter(II_Result r) {
            queue.offer(() -> {}, 1);
            r.r2 = idle.isEmpty() ? 0 : 1;
        }
    }

    /** A worker that gives its search up while a task is offered, and enough others seem to search: one sees the other. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "woken, and sees the task")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the worker sees the task and does not park")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the submitter wakes the worker")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "lost wake-up")
    @State
    public static class WorkerGivesUpItsSearch {
        private final RingQueue queue = new RingQueue();
        private final TaskSearch search = new TaskSearch(IdleStrategy.PARK);
        private final Token worker = new Token();

        /** Lets as many search as may. */
        @SuppressWarnings("StatementWithEmptyBody") // each turn counts one more
        public WorkerGivesUpItsSearch() {
            worker.thread(Thread.currentThread());
            while (search.tryBegin()) {}
        }

        @Actor
        public void worker(II_Result r) {
            search.end();
            search.addParked(worker);
            r.r1 = queue.isEmpty() ? 0 : 1;
        }

        @Actor
        public void submitter() {
            queue.offer(() -> {}, 1);
            search.wakeOne();
        }

        @Arbiter
        public void woken(II_Result r) {
            r.r2 = worker.woken ? 1 : 0;
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
            ledger.ended(TaskOutcome.COMPLETED, 1, 2, 3, false);
        }

        @Actor
        public void reader(II_Result r) {
            LedgerSnapshot snapshot = ledger.snapshot(CONFIG, () -> -1);
            r.r1 = (int) snapshot.serviceTimeNanos().count();
            r.r2 = snapshot.inFlight();
        }
    }

    /** A task that leaves while another one comes in at a pool of one place: the place and the thread are given back apart. */
    @JCStressTest
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "came before the place was free")
    @Outcome(
            id = "2, 1",
            expect = ACCEPTABLE,
            desc = "came while the first one's thread told of it: needs another thread")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "came when the thread was free, or saw it become free")
    @Outcome(expect = FORBIDDEN, desc = "a task that counts on a thread that isn't free, or a count that is off")
    @State
    public static class AdmissionWhileATaskIsTold {
        private final Admission admission = new Admission();

        /** Lets the first task in. */
        public AdmissionWhileATaskIsTold() {
            admission.enter(1);
        }

        @Actor
        public void worker() {
            admission.freePlace();
            admission.freeThread();
        }

        @Actor
        public void submitter(II_Result r) {
            r.r1 = admission.enter(1) < 0 ? -1 : admission.threadsNeeded();
        }

        @Arbiter
        public void count(II_Result r) {
            r.r2 = admission.threadsNeeded();
        }
    }

    /** The thread of the last task, which tells of it while the door is shut: exactly one of the two ends the pool. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the thread is the last one")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the stopper finds nobody")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "shut, left, looked: both know")
    @Outcome(expect = FORBIDDEN, desc = "nobody ends the pool")
    @State
    public static class AdmissionShutWhileATaskIsTold {
        private final Admission admission = new Admission();

        /** Lets the task in. */
        public AdmissionShutWhileATaskIsTold() {
            admission.enter(1);
        }

        @Actor
        public void worker(II_Result r) {
            admission.freePlace();
            r.r1 = admission.freeThread() ? 1 : 0;
        }

        @Actor
        public void stopper(II_Result r) {
            admission.shut();
            r.r2 = admission.isOver() ? 1 : 0;
        }
    }

    /** One parked worker, one that wakes it, and its own keep-alive: it is taken off once. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "timed out by itself")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "woken")
    @Outcome(expect = FORBIDDEN, desc = "both or none")
    @State
    public static class IdleWorkerTimesOutOrIsWoken {
        private final IdleWorkers idle = new IdleWorkers();
        private final Token worker;

        /** Parks the worker between two others. */
        public IdleWorkerTimesOutOrIsWoken() {
            worker = new Token();
            idle.push(worker);
        }

        @Actor
        public void timeOut(II_Result r) {
            r.r1 = idle.remove(worker) ? 1 : 0;
        }

        @Actor
        public void waker(II_Result r) {
            r.r2 = idle.popOldest() == worker ? 1 : 0;
        }
    }

    /** A parked worker that times out while another parks and a third is woken: the list holds who is left. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the one that timed out was woken before")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "one timed out, another one was woken")
    @Outcome(expect = FORBIDDEN, desc = "a broken list")
    @State
    public static class IdleWorkersComeAndGo {
        private final IdleWorkers idle = new IdleWorkers();
        private final Token first;

        /** Parks two workers. */
        public IdleWorkersComeAndGo() {
            first = new Token();
            idle.push(new Token());
            idle.push(first);
            idle.push(new Token());
            idle.pop();
        }

        @Actor
        public void timeOut() {
            idle.remove(first);
        }

        @Actor
        public void parker() {
            idle.push(new Token());
        }

        @Actor
        public void waker(II_Result r) {
            r.r1 = idle.pop() == null ? 0 : 1;
        }

        @Arbiter
        public void rest(II_Result r) {
            int left = 0;
            while (idle.popOldest() != null) {
                left++;
            }
            r.r2 = idle.isEmpty() ? left : -1;
        }
    }

    /** A queued call, its owner who cancels it, and a worker who takes it: one of the two counts its end. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "taken: the worker serves it")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "abandoned: the canceller has counted it")
    @Outcome(expect = FORBIDDEN, desc = "counted twice, or by nobody")
    @State
    public static class CallCancelledOrTaken {
        private final Ledger ledger = new Ledger(NanoClock.system());
        private final Admission admission = new Admission();
        private final TaskRunner runner = new TaskRunner(
                CONFIG, NanoClock.system(), ledger, new PoolEvents("p", PoolListener.NONE), admission, OWNER);
        private final Backlog backlog =
                new Backlog(NanoClock.system(), ledger, admission, new RingQueue(), runner, OWNER, () -> {});
        private final QueuedCall<Integer> call = new PoolCall<>("p", () -> 1, PoolTask.NO_DEADLINE) {};

        /** Queues the call, as far as the call knows. */
        public CallCancelledOrTaken() {
            call.queued(backlog, call, 0);
        }

        @Actor
        public void owner() {
            call.cancel(false);
        }

        @Actor
        public void worker(II_Result r) {
            r.r2 = call.take() ? 1 : 0;
        }

        @Arbiter
        public void count(II_Result r) {
            r.r1 = (int) ledger.snapshot(CONFIG, () -> -1).counts().cancelled();
        }
    }

    /** A future's owner, who looks into the ledger as soon as the future is done. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not done yet")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "counted, about to be told")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "done and counted")
    @Outcome(expect = FORBIDDEN, desc = "done, and not in the ledger")
    @State
    public static class LedgerBeforeTheFuture {
        private final Ledger ledger = new Ledger(NanoClock.system());
        private final PoolCall<Integer> call = new PoolCall<>("p", () -> 1, PoolTask.NO_DEADLINE) {};

        @Actor
        public void worker() {
            ledger.arrived(1, 0);
            ledger.started(2);
            call.run();
            ledger.ended(call.outcome(), 1, 2, 3, true);
            call.left();
            ledger.told(3, 4);
        }

        @Actor
        public void owner(II_Result r) {
            r.r1 = call.isDone() ? 1 : 0;
            r.r2 = (int) ledger.snapshot(CONFIG, () -> -1).completions();
        }
    }

    /** Stands for a worker in the list of the idle ones. */
    private static final class Token extends CrewMember {

        @Override
        public void run() {}

        @Override
        long cpuNanos() {
            return 0;
        }
    }
}
