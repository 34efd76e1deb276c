package dev.multipool.laboratory.session;

import dev.multipool.laboratory.machine.Calm;
import dev.multipool.laboratory.result.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Waits for a calm machine, with longer and longer pauses, but not for ever: what it may wait in all is bounded. Once that is
 * used up, measuring goes on, and the gate judges what came of it.
 *
 * <p><b>Threads:</b> one.
 */
public final class Patience {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(16);

    private final Look look;
    private final Pause pause;
    private final int cores;
    private final Duration most;
    private Duration waited = Duration.ZERO;

    /** Looks at the machine for a moment. */
    @FunctionalInterface
    public interface Look {
        Calm look() throws InterruptedException;
    }

    /** Sleeps. */
    @FunctionalInterface
    public interface Pause {
        void pause(Duration length) throws InterruptedException;
    }

    /**
     * Patience for one job.
     *
     * @param cores that are measured
     * @param most what it may wait in all
     */
    public Patience(Look look, Pause pause, int cores, Duration most) {
        this.look = look;
        this.pause = pause;
        this.cores = cores;
        this.most = most;
    }

    /**
     * Waits until the machine is calm.
     *
     * @param say takes a line for each pause
     * @return false when it is not, and there is no patience left
     */
    boolean awaitCalm(Consumer<String> say) throws InterruptedException {
        Duration next = FIRST_PAUSE;
        while (true) {
            Calm seen = look.look();
            if (seen.isCalm()) {
                return true;
            }
            Duration left = most.minus(waited);
            if (left.isZero() || left.isNegative()) {
                return false;
            }
            say.accept(String.format(
                    Locale.ROOT,
                    "%s; waiting, %s of at most %s",
                    describe(seen),
                    Figure.clockFace(waited),
                    Figure.clockFace(most)));
            Duration length = next.compareTo(left) < 0 ? next : left;
            pause.pause(length);
            waited = waited.plus(length);
            next = next.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? next.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private String describe(Calm seen) {
        List<String> parts = new ArrayList<>();
        if (seen.stolenCores() > Calm.LIMIT_CORES) {
            parts.add(String.format(Locale.ROOT, "%.1f of %d cores stolen", seen.stolenCores(), cores));
        }
        if (seen.foreignCores() > Calm.LIMIT_CORES) {
            parts.add(
                    String.format(Locale.ROOT, "%.1f of %d cores used by other programs", seen.foreignCores(), cores));
        }
        return String.join(", ", parts);
    }
}
