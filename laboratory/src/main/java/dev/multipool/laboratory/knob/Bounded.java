package dev.multipool.laboratory.knob;

import dev.multipool.laboratory.knob.KnobFailure.Code;
import dev.multipool.laboratory.process.BoundedCall;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Work with a service that may never answer: it is given up after a time. */
final class Bounded {
    private static final Duration AT_MOST = Duration.ofSeconds(15);

    private Bounded() {}

    /**
     * What the work returns.
     *
     * @param subject that a failure names
     * @throws KnobException of the work; with {@link Code#NO_ANSWER} for whatever else it throws, and when it takes too long
     */
    static <T> T call(String subject, Callable<T> work) throws KnobException, InterruptedException {
        try {
            return BoundedCall.within(AT_MOST, "knob-" + subject, work);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KnobException known
                    ? known
                    : new KnobException(Code.NO_ANSWER, subject, String.valueOf(e.getCause()));
        } catch (TimeoutException e) {
            throw new KnobException(Code.NO_ANSWER, subject, "nothing within " + AT_MOST.toSeconds() + " s");
        }
    }
}
