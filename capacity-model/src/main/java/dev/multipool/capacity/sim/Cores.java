package dev.multipool.capacity.sim;

/** The cores in simulated time: bursts of computing go in, and come out when they have had their CPU time. */
interface Cores {

    /** What {@link #happen} returns when no burst has ended. */
    int NOBODY = -1;

    /** Returns when {@link #happen} is to be called next, or infinity. */
    double next();

    /** Does what is due at {@link #next()}; returns the task whose burst has ended, or {@link #NOBODY}. */
    int happen();

    /** Lets a task compute; returns the CPU time that it will have used, which is more where an idle core has to wake. */
    double add(double now, int task, double demandNanos);

    /** Stops all computing; the collector uses that many cores meanwhile. */
    void pause(double now, double busyCores);

    /** Ends the pause. */
    void resume(double now);

    /** Returns whether a burst is under way or waits, so that something will happen in time. */
    boolean isBusy();

    /** Forgets what was measured so far. */
    void startWindow(double now);

    /** Returns how often an idle core had to wake since the window's start. */
    long idleWakes();

    /** Returns core time used since the window's start. */
    double busyNanos(double now);

    /** Returns the part of the quota's periods of the window in which it was used up. */
    double throttledPeriods();
}
