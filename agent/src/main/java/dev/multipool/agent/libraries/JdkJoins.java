package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** How tasks wait for others by means of the JDK: futures and latches. It has no pools. */
public final class JdkJoins implements Library {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";
    private static final String TASK = "java.util.concurrent.FutureTask";
    private static final String COMPLETABLE = "java.util.concurrent.CompletableFuture";

    @Override
    public List<Weave> weaves() {
        return List.of(
                Weave.advice(LATCH, Wait.class, named("await")),
                Weave.advice(LATCH, CountedDown.class, named("countDown").and(takesArguments(0))),
                Weave.advice(TASK, Wait.class, named("get")),
                Weave.advice(
                        COMPLETABLE,
                        CompletableWait.class,
                        named("get").or(named("join").and(takesArguments(0)))),
                Weave.advice(COMPLETABLE + "$Signaller", Signalled.class, named("tryFire")));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return null;
    }

    private static final class Wait {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static boolean enter(@Advice.This Object awaited) {
            return Hooks.joinBegins(awaited, awaited);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter boolean isJoin) {
            if (isJoin) {
                Hooks.joinEnds();
            }
        }
    }

    private static final class CountedDown {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object latch) {
            Hooks.released(latch);
        }
    }

    /** Who completes one may hand its waiters over to others that depend on it: so a waiter is known by its thread. */
    private static final class CompletableWait {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static boolean enter(@Advice.This Object awaited, @Advice.FieldValue("result") @Nullable Object result) {
            // of one that is there nobody knows any more who made it
            return result == null && Hooks.joinBegins(awaited, Thread.currentThread());
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter boolean isJoin) {
            if (isJoin) {
                Hooks.joinEnds();
            }
        }
    }

    private static final class Signalled {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("thread") @Nullable Object waiter) {
            Hooks.released(waiter);
        }
    }
}
