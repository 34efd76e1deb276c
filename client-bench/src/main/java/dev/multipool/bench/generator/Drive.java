package dev.multipool.bench.generator;

import dev.multipool.bench.measure.SliceJudge;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sends the calls of one load model, from {@link #start} until the window is over and its calls have ended, at the latest
 * until its connections are closed.
 */
interface Drive {
    void start();

    /** Waits until the calls that count have ended; false when some have not within the bound. */
    boolean awaitEnd(Duration bound) throws InterruptedException;

    /** Counts what a schedule had in clean slices and was never reached; once, when the event loops have ended. */
    void countNeverReached(SliceJudge judge);

    /** How long a user waits from one call to the next when nothing stalls; null when no call waits for another, or it changes. */
    @Nullable
    Duration pauseBetweenCalls();
}
