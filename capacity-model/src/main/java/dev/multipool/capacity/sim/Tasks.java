package dev.multipool.capacity.sim;

import java.util.Arrays;

/**
 * Every request and task under way, as rows of arrays: a request is a task without parent and pool, and the root of its
 * tasks. Rows are used again; a root's row is kept until the last of its tasks has left.
 */
final class Tasks {

    static final int NONE = -1;

    /** Where in the code the task is; NONE for a row that is free. */
    int[] at = new int[0];

    int[] parent = new int[0];
    int[] root = new int[0];
    int[] pool = new int[0];
    double[] enqueuedAt = new double[0];
    double[] startedAt = new double[0];
    double[] waitingSince = new double[0];

    /** How many tasks a join still waits for. */
    int[] pending = new int[0];

    boolean[] joining = new boolean[0];

    /** Whether the thread was parked before what comes now. */
    boolean[] woken = new boolean[0];

    // of requests only

    /** How many of the request's tasks are under way, the request itself included. */
    int[] live = new int[0];

    Outcome[] outcome = new Outcome[0];
    boolean[] answered = new boolean[0];
    int[] user = new int[0];
    double[] sentAt = new double[0];
    double[] arrivedAt = new double[0];
    double[] returnLeg = new double[0];

    private final IntQueue free = new IntQueue();

    /** What became of a request. */
    enum Outcome {
        AS_ASKED,
        REFUSED,
        NOT_ADMITTED,
        REJECTED_BY_POOL,
        REJECTED_BY_BULKHEAD,
        TIMED_OUT
    }

    int rows() {
        return at.length;
    }

    int newRequest(int fromUser, double sent, double leg) {
        int row = row();
        at[row] = 0;
        parent[row] = NONE;
        root[row] = row;
        pool[row] = NONE;
        woken[row] = true;
        live[row] = 1;
        outcome[row] = Outcome.AS_ASKED;
        answered[row] = false;
        user[row] = fromUser;
        sentAt[row] = sent;
        returnLeg[row] = leg;
        return row;
    }

    int newTask(int ofParent, int onPool, int entry, double now) {
        int row = row();
        at[row] = entry;
        parent[row] = ofParent;
        root[row] = root[ofParent];
        pool[row] = onPool;
        enqueuedAt[row] = now;
        woken[row] = false;
        live[root[row]]++;
        return row;
    }

    boolean hasFailed(int task) {
        return outcome[root[task]] != Outcome.AS_ASKED;
    }

    /** The first failure of a request is what its caller hears. */
    void fail(int task, Outcome why) {
        if (!hasFailed(task)) {
            outcome[root[task]] = why;
        }
    }

    /** A task is over. */
    void leave(int task) {
        int itsRoot = root[task];
        if (task != itsRoot) {
            release(task);
        }
        if (--live[itsRoot] == 0) {
            release(itsRoot);
        }
    }

    private void release(int row) {
        at[row] = NONE;
        joining[row] = false;
        free.add(row);
    }

    private int row() {
        if (free.isEmpty()) {
            grow();
        }
        return free.removeNewest();
    }

    private void grow() {
        int before = at.length;
        int size = Math.max(256, 2 * before);
        at = Arrays.copyOf(at, size);
        parent = Arrays.copyOf(parent, size);
        root = Arrays.copyOf(root, size);
        pool = Arrays.copyOf(pool, size);
        enqueuedAt = Arrays.copyOf(enqueuedAt, size);
        startedAt = Arrays.copyOf(startedAt, size);
        waitingSince = Arrays.copyOf(waitingSince, size);
        pending = Arrays.copyOf(pending, size);
        joining = Arrays.copyOf(joining, size);
        woken = Arrays.copyOf(woken, size);
        live = Arrays.copyOf(live, size);
        outcome = Arrays.copyOf(outcome, size);
        answered = Arrays.copyOf(answered, size);
        user = Arrays.copyOf(user, size);
        sentAt = Arrays.copyOf(sentAt, size);
        arrivedAt = Arrays.copyOf(arrivedAt, size);
        returnLeg = Arrays.copyOf(returnLeg, size);
        for (int row = size - 1; row >= before; row--) {
            at[row] = NONE;
            outcome[row] = Outcome.AS_ASKED;
            free.add(row);
        }
    }
}
