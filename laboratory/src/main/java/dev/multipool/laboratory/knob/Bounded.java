package dev.multipool.laboratory.knob;

import dev.multipool.laboratory.knob.KnobFailure.Code;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work with a service that may never answer: it runs in a thread of its own, and is given up after a time. */
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
        FutureTask<T> task = new FutureTask<>(work);
        Thread worker = new Thread(task, "knob-" + subject);
        worker.setDaemon(true);
        worker.start();
        try {
            return task.get(AT_MOST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KnobException known
                    ? known
                    : new KnobException(Code.NO_ANSWER, subject, String.valueOf(e.getCause()));
        } catch (TimeoutException e) {
            task.cancel(true);
            throw new KnobException(Code.NO_ANSWER, subject, "nothing within " + AT_MOST.toSeconds() + " s");
        }
    }
}
