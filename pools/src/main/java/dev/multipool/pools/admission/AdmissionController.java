package dev.multipool.pools.admission;

import java.util.Objects;

/**
 * Finds, window by window, how many calls may be in flight so that the objective holds.
 *
 * <p>A pure state machine: the same windows give the same limits. It has no clock, no threads and no I/O; {@link
 * AdaptiveAdmission} feeds it in a server, a simulator feeds it in simulated time.
 *
 * <p><b>Threads:</b> one at a time.
 *
 * <p><b>Invariants:</b> (1) minLimit &le; {@link #limit()} &le; maxLimit after any windows; (2) the state is a fixed
 * number of numbers: nothing accumulates; (3) a window raises the limit by a
 * quarter or by one at most, except that a useless decrease is taken back whole.
 */
public final class AdmissionController {

    /*
     * The signal. The objective "TP99 < 10 ms" is a budget: of the answered calls, 1 % may be late. So no percentile is
     * estimated; calls are counted, and a window says how much of its budget it used: overrun = late fraction / budget.
     * Late means later than the objective's limit less the headroom.
     *
     * TRACKING. ln(limit) moves by STEP * (1 - overrun) per window: up by STEP when no call was late, down by
     * STEP * (overrun - 1) when the budget was overrun. This is the Robbins-Monro search for a quantile. It can only be
     * in balance where the mean overrun is 1, however the late calls are spread: one stall that makes 4 % of a window's
     * calls late is paid for with three windows without. A rule that looks at each window's percentile alone (AIMD) has no such
     * balance: it holds the percentile of most windows, and the percentile of all calls is whatever the rest makes it.
     * The limit grows only in windows in which it turned calls away: a limit that isn't reached is not evidence.
     *
     * Speed. The ceiling is the limit at which the budget was last overrun by more than chance. Growth is faster, and by
     * one at least, below 4/5 of the ceiling or where one more is a quarter above it. Near the ceiling growth is slow, so
     * that a cliff (a CPU quota) is touched, not jumped. Of four or fewer, one more is a quarter: no cliff is that low, and a ceiling set
     * there by a slow dependency would cost seconds after it.
     * A budget overrun so far that more than half of the limit should go is an exploded queue. The limit falls to half, or
     * at once to what Little's law allows, to a quarter at the least. By that law, throughput * aim are in flight when
     * the mean response is the aim.
     *
     * Does a smaller limit help? Not when a dependency is slow: the calls are late at any limit, and shrinking
     * only loses throughput. So the controller remembers a reference, the point it shrinks from. When the limit has fallen
     * by a fifth, it stops and lets the calls of the old limit leave (settling: twice the mean response time). Then it
     * compares (TESTING).
     * By Little's law inFlight = throughput * response. A saturated server answers in proportion to what is in flight:
     * ln(response) falls as much as ln(inFlight). An unsaturated one answers as fast as before, and its throughput falls
     * instead. Half way between is the maximum of Kleinrock's power, throughput / response. The decrease helped in
     * two cases: ln(response) fell by more than half of ln(inFlight)'s fall, or the late fraction fell in proportion and
     * by more than chance (two standard errors). Then this is the new reference and the search goes on down; if not,
     * the reference's limit is restored. A limit that can't shrink, because it is the least, helps no more either.
     *
     * HOLDING. The objective is out of the limit's reach; what is left is to serve where the power is greatest. The
     * same comparison climbs there: now and then a quarter more or a fifth less (one at least) is tried (PROBING). More is
     * kept if the smaller of the two limits does not help, less if it does. A limit that isn't
     * reached is not probed upwards, and downwards from what is used: else neither would change anything, and a limit
     * far above a closed loop's users would be held forever. A try that fails doubles the time to the next, up to
     * MAX_PATIENCE windows. Three windows within the budget, a response time that has changed by half, or a smaller
     * limit that helped, end it: TRACKING again.
     *
     * Why it can't drift. The limit is clamped, every average is over two or so windows, and there is no long-term
     * baseline that overload could pull along: the comparison is always between two points measured within seconds. (In
     * gradient limiters mild overload raises the baseline, which raises the limit, which raises the response time.)
     */

    static final double STEP = 0.02;
    static final double FASTEST_GROWTH = 1.2;
    private static final double FAST_STEP = Math.log(FASTEST_GROWTH);
    private static final double HALVING = Math.log(2);
    private static final double QUARTERING = Math.log(4);
    private static final double NEAR_CEILING = 0.8;
    private static final double PAST_CEILING = 1.25;
    private static final double TEST_BELOW = 0.8;
    private static final double AT_REFERENCE = 0.95;
    private static final double PROBE_UP = 1.25;
    private static final double PROBE_DOWN = 0.8;
    private static final double NOTICEABLE = 1.05;
    private static final double CHANGED = 1.5;
    private static final double POWER = 0.5;
    private static final double STANDARD_ERRORS = 2;
    private static final double SETTLED = 2;
    private static final int STREAK_TO_TRACK = 3;
    private static final int MAX_PATIENCE = 8;

    private final AdmissionSettings settings;
    private final double budget;
    private AdmissionPhase phase = AdmissionPhase.TRACKING;
    private double limit;
    private double ceiling = Double.POSITIVE_INFINITY;
    private OperatingPoint reference;
    private int goodWindows;
    private boolean settling;
    private double meanResponseNanos;
    private boolean probeUp;
    private int patience;
    private int untilProbe;

    /** Makes a controller that has measured nothing yet. */
    public AdmissionController(AdmissionSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.budget = settings.objective().lateBudget();
        this.limit = settings.initialLimit();
        this.reference = new OperatingPoint(limit, 0, 0, 0, 0);
    }

    /** Returns the most calls that may be in flight now. */
    public int limit() {
        return (int) limit;
    }

    /** Returns what the controller is doing. */
    public AdmissionPhase phase() {
        return phase;
    }

    /** Returns how long the next window must be, at least: while settling, as long as the calls in flight need. */
    public long windowNanos() {
        if (!settling) {
            return settings.window().toNanos();
        }
        long settled = Math.round(SETTLED * meanResponseNanos);
        return Math.max(1, Math.min(AdmissionSettings.LONGEST_WINDOW.toNanos(), settled));
    }

    /** Returns how many completed calls the next window must have, at least. */
    public int windowSamples() {
        return settling ? 1 : settings.minSamples();
    }

    /** Learns from a window and decides the next limit. */
    public void close(AdmissionWindow window) {
        meanResponseNanos = window.meanResponseNanos();
        if (settling) {
            settling = false;
            return;
        }
        switch (phase) {
            case TRACKING -> track(window);
            case TESTING -> test(window);
            case HOLDING -> hold(window);
            case PROBING -> probe(window);
        }
    }

    private void track(AdmissionWindow window) {
        if (limit >= AT_REFERENCE * reference.limit()) {
            reference = reference.updated(OperatingPoint.of(limit, window));
        }
        double overrun = overrun(window);
        if (overrun > 1) {
            double used = used(window);
            if (beyondChance(window)) {
                ceiling = used;
            }
            moveTo(used * Math.exp(-decrease(used, window)));
            if (limit <= settings.minLimit() && reference.limit() <= limit) {
                startHolding();
            } else if (limit < TEST_BELOW * reference.limit()) {
                enter(AdmissionPhase.TESTING);
            }
        } else if (window.rejected() > 0) {
            boolean fast = limit < NEAR_CEILING * ceiling || limit + 1 > PAST_CEILING * ceiling;
            double grown = limit * Math.exp((fast ? FAST_STEP : STEP) * (1 - overrun));
            moveTo(fast ? Math.max(grown, limit + 1 - overrun) : grown);
        }
    }

    private void test(AdmissionWindow window) {
        OperatingPoint now = OperatingPoint.of(limit, window);
        if (overrun(window) <= 1 || !lower(now, reference) || helped(reference, now)) {
            reference = now;
            phase = AdmissionPhase.TRACKING;
            track(window);
        } else {
            moveTo(reference.limit());
            startHolding();
        }
    }

    private void startHolding() {
        patience = 1;
        untilProbe = 1;
        probeUp = true;
        goodWindows = 0;
        enter(AdmissionPhase.HOLDING);
    }

    private void hold(AdmissionWindow window) {
        OperatingPoint now = OperatingPoint.of(limit, window);
        goodWindows = overrun(window) <= 1 ? goodWindows + 1 : 0;
        boolean changed = !OperatingPoint.alike(now.responseNanos(), reference.responseNanos(), CHANGED);
        reference = reference.updated(now);
        if (changed || goodWindows >= STREAK_TO_TRACK) {
            ceiling = Double.POSITIVE_INFINITY;
            phase = AdmissionPhase.TRACKING;
        } else if (--untilProbe <= 0) {
            double used = used(window);
            probeUp &= window.rejected() > 0;
            moveTo(probeUp ? Math.max(limit + 1, limit * PROBE_UP) : Math.min(used - 1, used * PROBE_DOWN));
            enter(AdmissionPhase.PROBING);
        }
    }

    private void probe(AdmissionWindow window) {
        OperatingPoint now = OperatingPoint.of(limit, window);
        boolean better = probeUp
                ? lower(reference, now) && !helped(now, reference)
                : lower(now, reference) && (overrun(window) <= 1 || helped(reference, now));
        if (better) {
            reference = now;
            patience = 1;
            phase = probeUp ? AdmissionPhase.HOLDING : AdmissionPhase.TRACKING;
        } else {
            phase = AdmissionPhase.HOLDING;
            moveTo(reference.limit());
            settling = true;
            patience = Math.min(MAX_PATIENCE, patience * 2);
            probeUp = !probeUp;
        }
        untilProbe = patience;
    }

    /** Returns the limit or, when it isn't reached, what would be enough for the calls in flight. */
    private double used(AdmissionWindow window) {
        return window.rejected() > 0 ? limit : Math.min(limit, 1 + NOTICEABLE * window.meanInFlight());
    }

    private double decrease(double used, AdmissionWindow window) {
        double decrease = STEP * (overrun(window) - 1);
        if (decrease < HALVING) {
            return decrease;
        }
        double enough = window.throughputPerNano() * settings.lateAboveNanos();
        return Math.max(HALVING, Math.min(QUARTERING, Math.log(used / enough)));
    }

    private double overrun(AdmissionWindow window) {
        return window.lateFraction() / budget;
    }

    private boolean beyondChance(AdmissionWindow window) {
        double allowed = budget * window.completed();
        return window.late() > allowed + STANDARD_ERRORS * Math.sqrt(allowed);
    }

    private static boolean lower(OperatingPoint low, OperatingPoint high) {
        return low.inFlight() * NOTICEABLE < high.inFlight();
    }

    /** Returns whether having fewer calls in flight, {@code low}, is worth the throughput it costs. */
    private static boolean helped(OperatingPoint high, OperatingPoint low) {
        double inFlightFall = Math.log(high.inFlight() / low.inFlight());
        double responseFall = Math.log(high.responseNanos() / low.responseNanos());
        if (responseFall > POWER * inFlightFall) {
            return true;
        }
        double lateFall = high.lateFraction() - low.lateFraction();
        double error = Math.sqrt(high.lateFraction() / high.samples() + low.lateFraction() / low.samples());
        return lateFall > STANDARD_ERRORS * error
                && low.lateFraction() / high.lateFraction() < low.inFlight() / high.inFlight();
    }

    private void enter(AdmissionPhase next) {
        phase = next;
        settling = true;
    }

    private void moveTo(double next) {
        limit = Math.min(settings.maxLimit(), Math.max(settings.minLimit(), next));
    }
}
