package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.Permits.WhenNone;
import dev.multipool.capacity.sim.Tasks.Outcome;
import java.util.List;

/** Carries out the programs of requests and tasks: on pools, cores and permits. */
final class Execution {

    /*
     * A task goes on until it computes, waits, or joins; whoever ends that wait lets it go on. Tasks that can go on at
     * the same moment go through the `ready` queue, so that a chain of ends and starts needs no deep recursion and
     * the order is that of cause and effect.
     *
     * A failure belongs to a request. The task that meets it gives its permits back and ends; each join above it ends at
     * that first failure, as real joins do, and leaves what else it had forked alone: what is queued is not run when its
     * turn comes, what runs ends by itself.
     */

    private final Tasks tasks;
    private final Agenda agenda;
    private final Cores cores;
    private final Code code;
    private final SimulatedPool[] pools;
    private final int[] free;
    private final boolean[] rejecting;
    private final IntQueue[] waiters;
    private final double wakeCost;
    private final IntQueue ready = new IntQueue();
    private final IntQueue ended = new IntQueue();

    Execution(Tasks tasks, Agenda agenda, Cores cores, Code code, SimulatedService service, double wakeCostNanos) {
        this.tasks = tasks;
        this.agenda = agenda;
        this.cores = cores;
        this.code = code;
        this.wakeCost = wakeCostNanos;
        this.pools = service.pools().stream().map(SimulatedPool::new).toArray(SimulatedPool[]::new);
        List<Permits> permits = service.permits();
        free = new int[permits.size()];
        rejecting = new boolean[permits.size()];
        waiters = new IntQueue[permits.size()];
        for (int i = 0; i < free.length; i++) {
            free[i] = permits.get(i).count();
            rejecting[i] = permits.get(i).whenNone() == WhenNone.REJECT;
            waiters[i] = new IntQueue();
        }
    }

    SimulatedPool[] pools() {
        return pools;
    }

    /** Requests whose programs have ended, for whoever answers them. */
    IntQueue ended() {
        return ended;
    }

    /** Lets a task go on when its turn comes. */
    void ready(int task) {
        ready.add(task);
    }

    /** Does everything that can be done at this moment. */
    void goOn() {
        while (!ready.isEmpty()) {
            proceed(ready.removeOldest());
        }
    }

    /** Ends every join of a request that has failed meanwhile. */
    void endJoins(int root) {
        for (int row = 0; row < tasks.rows(); row++) {
            if (tasks.at[row] != Tasks.NONE && tasks.root[row] == root && tasks.joining[row]) {
                failJoin(row);
            }
        }
    }

    /** Goes on with the task until it has to wait. */
    void proceed(int task) {
        while (true) {
            int at = tasks.at[task];
            switch (code.operation[at]) {
                case Code.CPU -> {
                    compute(task, at);
                    return;
                }
                case Code.IO -> {
                    double nanos = code.sampler[at].next();
                    waited(task, nanos);
                    tasks.at[task] = at + 1;
                    tasks.woken[task] = true;
                    agenda.at(agenda.now() + nanos, Agenda.WAITED, task);
                    return;
                }
                case Code.ELSEWHERE -> {
                    tasks.waitingSince[task] = agenda.now();
                    tasks.at[task] = at + 1;
                    cores.add(agenda.now(), task, code.sampler[at].next());
                    return;
                }
                case Code.ELSEWHERE_END -> {
                    waited(task, agenda.now() - tasks.waitingSince[task]);
                    tasks.at[task] = at + 1;
                    tasks.woken[task] = true;
                }
                case Code.FORK -> {
                    if (tasks.hasFailed(task) || !fork(task, at)) {
                        giveUp(task, at);
                    }
                    return;
                }
                case Code.ACQUIRE -> {
                    if (!acquire(task, at)) {
                        return;
                    }
                }
                case Code.RELEASE -> {
                    tasks.at[task] = at + 1;
                    release(code.target[at]);
                }
                default -> {
                    end(task, false);
                    return;
                }
            }
        }
    }

    private void waited(int task, double nanos) {
        for (int t = task; t >= 0 && tasks.pool[t] >= 0; t = outer(t)) {
            pools[tasks.pool[t]].ledger.ioNanos += nanos;
        }
    }

    private void compute(int task, int at) {
        double nanos = code.sampler[at].next();
        if (tasks.woken[task]) {
            tasks.woken[task] = false;
            nanos += wakeCost;
        }
        tasks.at[task] = at + 1;
        double used = cores.add(agenda.now(), task, nanos);
        for (int t = task; t >= 0 && tasks.pool[t] >= 0; t = outer(t)) {
            pools[tasks.pool[t]].ledger.cpuNanos += used;
        }
    }

    /** The task whose thread a task on a direct pool runs on; for others there is none. */
    private int outer(int task) {
        return pools[tasks.pool[task]].direct ? tasks.parent[task] : Tasks.NONE;
    }

    /** Hands out the tasks of a join; returns false when one was rejected. */
    private boolean fork(int task, int at) {
        int pool = code.target[at];
        int count = code.count[at];
        tasks.joining[task] = true;
        tasks.waitingSince[task] = agenda.now();
        // on the caller's own thread one runs after the other
        int atOnce = pools[pool].direct ? 1 : count;
        for (int i = 0; i < atOnce; i++) {
            tasks.pending[task] = i;
            if (!submit(task, pool, code.entry[at])) {
                forget(task);
                return false;
            }
        }
        tasks.pending[task] = count;
        return true;
    }

    private boolean submit(int parent, int pool, int entry) {
        SimulatedPool target = pools[pool];
        double now = agenda.now();
        if (!target.accept(now)) {
            tasks.fail(parent, Outcome.REJECTED_BY_POOL);
            return false;
        }
        int task = tasks.newTask(parent, pool, entry, now);
        if (target.hasThread()) {
            tasks.woken[task] = !target.direct;
            start(task, target);
        } else {
            target.enqueue(task, now);
        }
        return true;
    }

    private void start(int task, SimulatedPool pool) {
        double now = agenda.now();
        tasks.startedAt[task] = now;
        pool.start(now - tasks.enqueuedAt[task], now);
        ready.add(task);
    }

    /** Ends a task that has met its request's failure. */
    private void giveUp(int task, int at) {
        tasks.joining[task] = false;
        for (int i = at; code.operation[i] != Code.END; i++) {
            if (code.operation[i] == Code.RELEASE && code.count[i] < at) {
                release(code.target[i]);
            }
        }
        end(task, true);
    }

    private void end(int task, boolean failed) {
        if (tasks.pool[task] >= 0) {
            double now = agenda.now();
            SimulatedPool pool = pools[tasks.pool[task]];
            pool.end(now - tasks.startedAt[task], now - tasks.enqueuedAt[task], failed, now);
            serveNext(pool);
            tellParent(task);
            tasks.leave(task);
        } else {
            ended.add(task);
        }
    }

    private void serveNext(SimulatedPool pool) {
        double now = agenda.now();
        for (int task = pool.poll(now, tasks.enqueuedAt); task >= 0; task = pool.poll(now, tasks.enqueuedAt)) {
            boolean failed = tasks.hasFailed(task);
            if (!failed && !pool.isShed()) {
                start(task, pool);
                return;
            }
            pool.ledger.inSystemNanos += now - tasks.enqueuedAt[task];
            if (failed && tasks.outcome[tasks.root[task]] != Outcome.TIMED_OUT) {
                pool.ledger.cancelled++;
            } else {
                pool.ledger.queueExpired++;
                tasks.fail(task, Outcome.REJECTED_BY_POOL);
            }
            tellParent(task);
            tasks.leave(task);
        }
    }

    private void tellParent(int task) {
        int parent = tasks.parent[task];
        if (parent < 0 || !tasks.joining[parent]) {
            return;
        }
        tasks.parent[task] = Tasks.NONE;
        tasks.pending[parent]--;
        int at = tasks.at[parent];
        int pool = code.target[at];
        if (tasks.hasFailed(parent)) {
            failJoin(parent);
        } else if (tasks.pending[parent] == 0) {
            endJoin(parent, pool);
            tasks.at[parent] = at + 1;
            ready.add(parent);
        } else if (pools[pool].direct && !submit(parent, pool, code.entry[at])) {
            failJoin(parent);
        }
    }

    private void endJoin(int task, int pool) {
        tasks.joining[task] = false;
        if (pools[pool].direct) {
            return;
        }
        tasks.woken[task] = true;
        double waited = agenda.now() - tasks.waitingSince[task];
        for (int t = task; t >= 0 && tasks.pool[t] >= 0; t = outer(t)) {
            pools[tasks.pool[t]].ledger.joinNanos += waited;
        }
    }

    private void failJoin(int task) {
        int at = tasks.at[task];
        forget(task);
        endJoin(task, code.target[at]);
        giveUp(task, at);
    }

    /** Lets the tasks that a join has forked end without it. */
    private void forget(int parent) {
        if (tasks.pending[parent] > 0) {
            for (int row = 0; row < tasks.rows(); row++) {
                if (tasks.at[row] != Tasks.NONE && tasks.parent[row] == parent) {
                    tasks.parent[row] = Tasks.NONE;
                }
            }
            tasks.pending[parent] = 0;
        }
    }

    /** Returns whether the task has its permit and can go on. */
    private boolean acquire(int task, int at) {
        int permits = code.target[at];
        if (tasks.hasFailed(task)) {
            giveUp(task, at);
            return false;
        }
        if (free[permits] > 0) {
            free[permits]--;
            tasks.at[task] = at + 1;
            return true;
        }
        if (rejecting[permits]) {
            tasks.fail(task, Outcome.REJECTED_BY_BULKHEAD);
            giveUp(task, at);
        } else {
            tasks.waitingSince[task] = agenda.now();
            waiters[permits].add(task);
        }
        return false;
    }

    private void release(int permits) {
        while (!waiters[permits].isEmpty()) {
            int task = waiters[permits].removeOldest();
            int at = tasks.at[task];
            double waited = agenda.now() - tasks.waitingSince[task];
            for (int t = task; t >= 0 && tasks.pool[t] >= 0; t = outer(t)) {
                pools[tasks.pool[t]].ledger.lockNanos += waited;
            }
            if (!tasks.hasFailed(task)) {
                tasks.at[task] = at + 1;
                tasks.woken[task] = true;
                ready.add(task);
                return;
            }
            giveUp(task, at);
        }
        free[permits]++;
    }
}
