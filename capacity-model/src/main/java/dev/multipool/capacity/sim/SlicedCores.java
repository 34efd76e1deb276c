package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.CpuModel.Discipline;
import java.util.Arrays;

/** Cores that bursts use in turns of a quantum, from one queue for all cores or from one for each. */
final class SlicedCores implements Cores {

    /*
     * The end of each core's turn is in a heap. The heap runs on a clock of its own that stands still in pauses, so a
     * pause changes one number. Something in the background takes a part of every core, so a turn takes longer.
     *
     * With a queue per core, a new burst goes to an idle core if there is one, else to the shortest queue; a core whose
     * queue is empty takes from the longest. That is what a kernel's wake-up placement and idle balancing come to.
     */

    private final EventHeap turns = new EventHeap();
    private final IntQueue[] queues;
    private final int[] running;
    private final double[] turnNanos;
    private final double quantum;
    private final double switchCost;
    private final double idleWakeNanos;
    private final double[] idleSince;
    private long idleWakes;
    private final double speed;
    private final double background;
    private double[] left = new double[64];
    private int busy;
    private double stoppedNanos;
    private double pausedAt = Double.NaN;
    private double pauseCores;
    private double settledAt;
    private double busyNanos;

    SlicedCores(CpuModel model) {
        int cores = model.cores();
        queues = new IntQueue[model.discipline() == Discipline.PER_CORE ? cores : 1];
        Arrays.setAll(queues, i -> new IntQueue());
        running = new int[cores];
        Arrays.fill(running, NOBODY);
        turnNanos = new double[cores];
        idleSince = new double[cores];
        Arrays.fill(idleSince, Double.NEGATIVE_INFINITY);
        idleWakeNanos = model.costs().idleWakeNanos();
        quantum = model.quantum().toNanos();
        switchCost = model.costs().switchNanos();
        background = model.backgroundCores();
        speed = (cores - background) / cores;
    }

    @Override
    public double next() {
        return Double.isNaN(pausedAt) ? turns.firstMoment() + stoppedNanos : Double.POSITIVE_INFINITY;
    }

    @Override
    public int happen() {
        settle(next());
        double now = turns.firstMoment();
        int core = turns.removeFirst();
        int task = running[core];
        left[task] -= turnNanos[core];
        running[core] = NOBODY;
        busy--;
        boolean ended = left[task] <= 0;
        if (!ended) {
            queueOf(core).add(task);
        }
        int following = take(core);
        if (following == NOBODY) {
            idleSince[core] = now;
        } else {
            run(now, core, following, following == task ? 0 : switchCost);
        }
        return ended ? task : NOBODY;
    }

    @Override
    public double add(double now, int task, double demandNanos) {
        settle(now);
        if (task >= left.length) {
            left = Arrays.copyOf(left, 2 * task);
        }
        left[task] = demandNanos;
        int idle = idleCore();
        if (idle == NOBODY) {
            shortest().add(task);
        } else {
            double moment = (Double.isNaN(pausedAt) ? now : pausedAt) - stoppedNanos;
            if (idleSince[idle] < moment) {
                left[task] += idleWakeNanos;
                idleWakes++;
            }
            run(moment, idle, task, 0);
        }
        return left[task];
    }

    @Override
    public void pause(double now, double busyCores) {
        settle(now);
        pausedAt = now;
        pauseCores = busyCores;
    }

    @Override
    public void resume(double now) {
        settle(now);
        stoppedNanos += now - pausedAt;
        pausedAt = Double.NaN;
    }

    @Override
    public boolean isBusy() {
        return busy > 0;
    }

    @Override
    public void startWindow(double now) {
        settle(now);
        busyNanos = 0;
        idleWakes = 0;
    }

    @Override
    public long idleWakes() {
        return idleWakes;
    }

    @Override
    public double busyNanos(double now) {
        settle(now);
        return busyNanos;
    }

    @Override
    public double throttledPeriods() {
        return 0;
    }

    private void settle(double now) {
        double used = Double.isNaN(pausedAt) ? busy * speed : pauseCores;
        busyNanos += (now - settledAt) * (used + background);
        settledAt = now;
    }

    private void run(double now, int core, int task, double extra) {
        running[core] = task;
        turnNanos[core] = Math.min(quantum, left[task]);
        turns.add(now + (turnNanos[core] + extra) / speed, core);
        busy++;
    }

    /** The one that has been idle for the longest time: whoever hands work over is still running on its own core then. */
    private int idleCore() {
        int idle = NOBODY;
        for (int core = 0; core < running.length && busy < running.length; core++) {
            if (running[core] == NOBODY && (idle == NOBODY || idleSince[core] < idleSince[idle])) {
                idle = core;
            }
        }
        return idle;
    }

    private IntQueue queueOf(int core) {
        return queues[queues.length == 1 ? 0 : core];
    }

    private int take(int core) {
        IntQueue own = queueOf(core);
        if (!own.isEmpty()) {
            return own.removeOldest();
        }
        IntQueue longest = own;
        for (IntQueue queue : queues) {
            longest = queue.size() > longest.size() ? queue : longest;
        }
        return longest.isEmpty() ? NOBODY : longest.removeOldest();
    }

    private IntQueue shortest() {
        IntQueue shortest = queues[0];
        for (IntQueue queue : queues) {
            shortest = queue.size() < shortest.size() ? queue : shortest;
        }
        return shortest;
    }
}
