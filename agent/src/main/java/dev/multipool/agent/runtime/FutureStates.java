package dev.multipool.agent.runtime;

import dev.multipool.pools.TaskOutcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** What became of a {@link FutureTask}, read off its state: its methods may be somebody else's code. */
final class FutureStates {

    private static final int EXCEPTIONAL = 3;
    private static final int CANCELLED = 4;
    private static final @Nullable VarHandle STATE = state();

    private FutureStates() {}

    /** Whether the task's owner has cancelled it. */
    static boolean isCancelled(Object task) {
        return stateOf(task) >= CANCELLED;
    }

    /** How a task that returned ended. */
    static TaskOutcome outcome(@Nullable Object task) {
        int state = stateOf(task);
        if (state < EXCEPTIONAL) {
            return TaskOutcome.COMPLETED;
        }
        return state == EXCEPTIONAL ? TaskOutcome.FAILED : TaskOutcome.CANCELLED;
    }

    private static int stateOf(@Nullable Object task) {
        VarHandle state = STATE;
        return state != null && task instanceof FutureTask<?> future ? (int) state.getVolatile(future) : 0;
    }

    /** Null where the package is not open to us: then such tasks count as completed. */
    private static @Nullable VarHandle state() {
        try {
            return MethodHandles.privateLookupIn(FutureTask.class, MethodHandles.lookup())
                    .findVarHandle(FutureTask.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
