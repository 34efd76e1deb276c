package dev.multipool.capacity.sim;

/** Cores that all bursts share equally, perhaps under a quota. */
final class SharedCores implements Cores {

    /*
     * Processor sharing with one clock: while n bursts are under way each gets min(1, cores / n), so the CPU time that
     * each has had since the start, the virtual time, is the same for all, and a burst of w ends when virtual time has
     * grown by w. The heap of bursts is keyed by the virtual time of their end, and an event costs one heap operation
     * however many there are.
     *
     * A quota is a budget of CPU time that each period starts with. What runs, and the background, use it up; when it
     * is gone virtual time stands still until the period ends. What the background would have used meanwhile it uses
     * when the next period starts, since it is work that comes with time. A pause stops virtual time as well, but the
     * collector goes on using the budget.
     *
     * A burst that comes while a core has nothing to do wakes it. A core whose burst has ended at this very moment is awake, but
     * it is taken last: whoever hands work over is still running then, and the system puts the woken thread on another core.
     */

    private static final int COMPLETION = 0;
    private static final int THROTTLE = 1;
    private static final int REFILL = 2;

    private final EventHeap bursts = new EventHeap();
    private final double forBursts;
    private final double background;
    private final double periodNanos;
    private final double periodBudget;
    private final int cores;
    private final double idleWakeNanos;
    private int asleep;
    private long idleWakes;
    private double virtual;
    private double settledAt;
    private double rate;
    private double usage;
    private double budget;
    private double periodEnd;
    private double owed;
    private boolean paused;
    private double pauseCores;
    private double busyNanos;
    private long periods;
    private long throttled;
    private double next;
    private int cause;

    SharedCores(CpuModel model) {
        this.cores = model.cores();
        this.idleWakeNanos = model.costs().idleWakeNanos();
        this.background = model.backgroundCores();
        this.forBursts = model.cores() - background;
        this.periodNanos =
                model.quota().map(quota -> (double) quota.period().toNanos()).orElse(Double.POSITIVE_INFINITY);
        this.periodBudget =
                model.quota().map(quota -> quota.cores() * periodNanos).orElse(Double.POSITIVE_INFINITY);
        this.budget = periodBudget;
        this.periodEnd = periodNanos;
        plan();
    }

    @Override
    public double next() {
        return next;
    }

    @Override
    public int happen() {
        settle(next);
        int ended = NOBODY;
        if (cause == COMPLETION) {
            virtual = bursts.firstMoment();
            ended = bursts.removeFirst();
        } else if (cause == THROTTLE) {
            budget = 0;
            throttled++;
        } else {
            budget = periodBudget - owed;
            busyNanos += owed;
            owed = 0;
            periodEnd += periodNanos;
            periods++;
        }
        plan();
        return ended;
    }

    @Override
    public double add(double now, int task, double demandNanos) {
        settle(now);
        double nanos = demandNanos;
        if (asleep > 0 && bursts.size() < cores) {
            nanos += idleWakeNanos;
            idleWakes++;
            asleep--;
        }
        bursts.add(virtual + nanos, task);
        plan();
        return nanos;
    }

    @Override
    public void pause(double now, double busyCores) {
        settle(now);
        paused = true;
        pauseCores = busyCores;
        plan();
    }

    @Override
    public void resume(double now) {
        settle(now);
        paused = false;
        plan();
    }

    @Override
    public boolean isBusy() {
        return !bursts.isEmpty();
    }

    @Override
    public void startWindow(double now) {
        settle(now);
        busyNanos = 0;
        idleWakes = 0;
        periods = 0;
        throttled = 0;
        plan();
    }

    @Override
    public long idleWakes() {
        return idleWakes;
    }

    @Override
    public double busyNanos(double now) {
        settle(now);
        plan();
        return busyNanos;
    }

    @Override
    public double throttledPeriods() {
        return periods == 0 ? 0 : Math.min(1, (double) throttled / periods);
    }

    private void settle(double now) {
        double passed = now - settledAt;
        if (passed > 0) {
            asleep = Math.max(0, cores - bursts.size());
        }
        virtual += passed * rate;
        if (usage > 0) {
            double used = passed * usage;
            busyNanos += used;
            budget -= used;
        } else if (budget <= 0) {
            owed += passed * background;
        }
        settledAt = now;
    }

    /** Works out the speed from now on, and what happens first at that speed. */
    private void plan() {
        int n = bursts.size();
        rate = 0;
        usage = 0;
        next = Double.POSITIVE_INFINITY;
        cause = COMPLETION;
        if (budget > 0) {
            if (paused) {
                usage = pauseCores + background;
            } else if (n <= forBursts) {
                rate = 1;
                usage = n + background;
            } else {
                rate = forBursts / n;
                usage = forBursts + background;
            }
            if (rate > 0 && n > 0) {
                next = settledAt + Math.max(0, bursts.firstMoment() - virtual) / rate;
            }
            planQuota();
        } else {
            next = periodEnd;
            cause = REFILL;
        }
    }

    private void planQuota() {
        if (periodEnd == Double.POSITIVE_INFINITY) {
            return;
        }
        double exhausted = usage > 0 ? settledAt + budget / usage : Double.POSITIVE_INFINITY;
        if (exhausted < next) {
            next = exhausted;
            cause = THROTTLE;
        }
        if (periodEnd <= next) {
            next = periodEnd;
            cause = REFILL;
        }
    }
}
