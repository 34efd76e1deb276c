package dev.multipool.agent.runtime;

import dev.multipool.pools.TaskOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task that took long.
 *
 * @param pool its name
 * @param thread that ran it
 * @param outcome how it ended; null while it runs
 * @param endedMillis when it ended, in milliseconds since 1970; 0 while it runs
 * @param queuedNanos from its arrival to its begin
 * @param servedNanos from its begin to its end, or until now
 * @param frames the innermost of the application and its libraries when its thread was last looked at; may be empty
 */
record SlowTask(
        String pool,
        String thread,
        @Nullable TaskOutcome outcome,
        long endedMillis,
        long queuedNanos,
        long servedNanos,
        List<String> frames) {

    private static final int MOST_FRAMES = 5;

    /** What runs on the class path is in no module: the application and its libraries, but not the JDK. */
    static List<String> frames(List<StackTraceElement> stack) {
        return stack.stream()
                .filter(frame -> frame.getModuleName() == null)
                .limit(MOST_FRAMES)
                .map(SlowTask::text)
                .toList();
    }

    private static String text(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }
}
