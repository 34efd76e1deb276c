package dev.multipool.pools.admission;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A discrete-event simulation of a server behind a limiter; the same seed gives the same run. */
final class Simulation {

    /*
     * Processor sharing with one clock: while n calls compute, each gets min(1, cores / n), so the work that each has
     * got since the start, the virtual time, is the same for all, and a call that needs w more ends when virtual time
     * has grown by w. The heap of computing calls is keyed by the virtual time of their end. A quota stops virtual time
     * from when the period's CPU time is used up to the period's end; a pause stops it for its length.
     */

    private static final int ARRIVAL = -1;
    private static final int PERIOD = -2;
    private static final int PAUSE_END = -3;
    private static final int USER = 1 << 28;
    private static final double USER_POLL = 0.05;

    private final SimulatedServer server;
    private final SimulatedLoad load;
    private final Limiter limiter;
    private final SimulationLog log;
    private final SplittableRandom random;
    private final EventHeap timers = new EventHeap();
    private final EventHeap computing = new EventHeap();
    private final ArrayDeque<Integer> unread = new ArrayDeque<>();
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private final ArrayDeque<Integer> freeSlots = new ArrayDeque<>();
    private double[] sent = new double[0];
    private double[] arrived = new double[0];
    private double[] started = new double[0];
    private double[] cpuHalf = new double[0];
    private double[] ioWait = new double[0];
    private int[] user = new int[0];
    private boolean[] reading = new boolean[0];
    private boolean[] secondHalf = new boolean[0];

    private double now;
    private double virtualTime;
    private double quotaLeft;
    private boolean paused;
    private int beingRead;
    private int inFlight;
    private int inService;
    private long completed;

    Simulation(SimulatedServer server, SimulatedLoad load, Limiter limiter, SimulationLog log, long seed) {
        this.server = server;
        this.load = load;
        this.limiter = limiter;
        this.log = log;
        this.random = new SplittableRandom(seed);
        this.quotaLeft = server.quotaCores() > 0 ? server.quotaCores() * SimulatedServer.PERIOD : 1e300;
        if (server.quotaCores() > 0) {
            timers.add(SimulatedServer.PERIOD, PERIOD);
        }
        for (int i = 0; i < load.users(); i++) {
            timers.add(random.nextDouble() * 0.005, USER + i);
        }
        if (load.highestRate() > 0) {
            timers.add(SimulatedServer.erlang(random, 1 / load.highestRate(), 1), ARRIVAL);
        }
    }

    /** Runs until so much time has passed since the start. */
    Simulation runUntil(double end) {
        while (true) {
            double rate = rate();
            double cpuEnd = rate == 0 ? 1e300 : now + Math.max(0, computing.firstKey() - virtualTime) / rate;
            double usage = usage();
            double quotaEnd = usage == 0 ? 1e300 : now + quotaLeft / usage;
            double next = Math.min(timers.firstKey(), Math.min(cpuEnd, quotaEnd));
            if (next >= end) {
                advance(end, rate, usage);
                return this;
            }
            advance(next, rate, usage);
            if (next == cpuEnd) {
                computed(computing.removeFirst());
            } else if (next == quotaEnd) {
                quotaLeft = 0;
            } else {
                timer(timers.removeFirst());
            }
        }
    }

    long completed() {
        return completed;
    }

    private double rate() {
        if (paused || quotaLeft <= 0 || computing.isEmpty()) {
            return 0;
        }
        return Math.min(1, (double) server.cores() / computing.size());
    }

    private double usage() {
        if (paused || quotaLeft <= 0 || server.quotaCores() == 0) {
            return 0;
        }
        return Math.min(server.cores(), computing.size());
    }

    private void advance(double next, double rate, double usage) {
        double passed = next - now;
        virtualTime += passed * rate;
        if (usage > 0) {
            quotaLeft -= passed * usage;
        }
        now = next;
    }

    private void timer(int what) {
        switch (what) {
            case ARRIVAL -> {
                timers.add(now + SimulatedServer.erlang(random, 1 / load.highestRate(), 1), ARRIVAL);
                if (random.nextDouble() * load.highestRate()
                        < load.ratePerSecond().applyAsDouble(now)) {
                    arrive(-1);
                }
            }
            case PERIOD -> {
                quotaLeft = server.quotaCores() * SimulatedServer.PERIOD;
                timers.add(now + SimulatedServer.PERIOD, PERIOD);
            }
            case PAUSE_END -> paused = false;
            default -> {
                if (what < USER) {
                    secondHalf[what] = true;
                    compute(what);
                } else if (what - USER < load.usersAt().applyAsDouble(now)) {
                    arrive(what - USER);
                } else {
                    timers.add(now + USER_POLL * (0.5 + random.nextDouble()), what);
                }
            }
        }
    }

    private void arrive(int fromUser) {
        int slot = slot();
        sent[slot] = now;
        user[slot] = fromUser;
        if (server.eventLoops() == 0) {
            decide(slot);
        } else if (beingRead < server.eventLoops()) {
            read(slot);
        } else {
            unread.add(slot);
        }
    }

    private void read(int slot) {
        beingRead++;
        reading[slot] = true;
        computing.add(virtualTime + server.readCpu(), slot);
    }

    private void hasRead(int slot) {
        beingRead--;
        reading[slot] = false;
        if (!unread.isEmpty()) {
            read(unread.remove());
        }
        decide(slot);
    }

    private void decide(int slot) {
        if (!limiter.tryAdmit(inFlight)) {
            log.rejected(now);
            if (user[slot] >= 0) {
                timers.add(now + load.backOff() * (0.5 + random.nextDouble()), USER + user[slot]);
            }
            freeSlots.push(slot);
            return;
        }
        inFlight++;
        boolean slow = server.slowPart() > 0 && random.nextDouble() < server.slowPart();
        double factor = slow ? server.slowFactor() : 1;
        arrived[slot] = now;
        secondHalf[slot] = false;
        cpuHalf[slot] = SimulatedServer.erlang(random, server.cpu(), server.cpuShape()) * factor / 2;
        ioWait[slot] = SimulatedServer.erlang(random, server.io(), server.ioShape()) * factor;
        if (inService < server.threads()) {
            start(slot);
        } else {
            queue.add(slot);
        }
    }

    private void start(int slot) {
        inService++;
        started[slot] = now;
        compute(slot);
    }

    private void compute(int slot) {
        computing.add(virtualTime + cpuHalf[slot], slot);
    }

    private void computed(int slot) {
        if (reading[slot]) {
            hasRead(slot);
            return;
        }
        if (!secondHalf[slot]) {
            timers.add(now + ioWait[slot] * server.ioFactor().applyAsDouble(now), slot);
            return;
        }
        inService--;
        inFlight--;
        completed++;
        freeSlots.push(slot);
        log.completed(now, now - sent[slot], limiter.limit());
        limiter.completed(nanos(now), nanos(started[slot] - arrived[slot]), nanos(now - started[slot]));
        if (!queue.isEmpty()) {
            start(queue.remove());
        }
        if (user[slot] >= 0) {
            timer(USER + user[slot]);
        }
        if (server.pauseEvery() > 0 && completed % server.pauseEvery() == 0) {
            paused = true;
            timers.add(now + server.pause(), PAUSE_END);
        }
    }

    private int slot() {
        if (freeSlots.isEmpty()) {
            int size = arrived.length;
            int more = Math.max(64, size * 2);
            sent = Arrays.copyOf(sent, more);
            arrived = Arrays.copyOf(arrived, more);
            started = Arrays.copyOf(started, more);
            cpuHalf = Arrays.copyOf(cpuHalf, more);
            ioWait = Arrays.copyOf(ioWait, more);
            user = Arrays.copyOf(user, more);
            reading = Arrays.copyOf(reading, more);
            secondHalf = Arrays.copyOf(secondHalf, more);
            for (int i = more - 1; i >= size; i--) {
                freeSlots.push(i);
            }
        }
        return freeSlots.pop();
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
