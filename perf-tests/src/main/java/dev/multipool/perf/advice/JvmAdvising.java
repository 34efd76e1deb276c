package dev.multipool.perf.advice;

import dev.multipool.capacity.search.ProcessAdvice;
import dev.multipool.capacity.search.SizeAdvice;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.perf.advice.AdviceTrial.Pause;
import dev.multipool.perf.advice.PoolControl.PoolAdvice;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Advice for any JVM that has the agent: what limits it, and which sizes its pools should have. */
public final class JvmAdvising {
    /** By a third each time: from 2 to some 25. */
    private static final int MOST_STEPS = 10;

    private static final Pause PAUSE = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());

    private final JvmControl jvm;
    private final Duration window;
    private final Consumer<String> say;

    /**
     * Advice for that JVM.
     *
     * @param window how long the pools are watched each time
     * @param say takes plain lines
     */
    public JvmAdvising(ServerLedgers jvm, Duration window, Consumer<String> say) throws InterruptedException {
        this.jvm = new JvmControl(jvm, window, PAUSE);
        this.window = window;
        this.say = say;
    }

    /** Says what limits the process, what is proposed for each pool, and why. Changes nothing. */
    public void advise() throws InterruptedException {
        tell(jvm.advise());
    }

    /**
     * Makes the pools that limit the process larger, step by step, as long as that brings throughput. The step that brings
     * none is taken back.
     *
     * @return false when it changed sizes and took all of them back
     */
    public boolean apply() throws IOException, InterruptedException {
        for (int step = 0; step < MOST_STEPS; step++) {
            ProcessAdvice advice = jvm.advise();
            tell(advice);
            Map<String, PoolAdvice> larger = JvmControl.larger(advice);
            if (larger.isEmpty()) {
                say.accept("nothing to change");
                return true;
            }
            if (!new AdviceTrial(jvm, Judge.onlyIfBetter(), PAUSE, say).apply(larger, window)) {
                return step > 0;
            }
        }
        return true;
    }

    private void tell(ProcessAdvice advice) {
        String load = String.format(Locale.ROOT, "it uses %.0f %% of its cores", 100 * advice.coreLoad());
        say.accept(
                switch (advice.limit()) {
                    case POOLS ->
                        "limited by pool " + String.join(", and around it by ", advice.limiting()) + "; " + load;
                    case CORES -> "CPU-bound: " + load + ", so that larger pools bring nothing";
                    case NOTHING -> "no pool limits the process; " + load;
                    case IDLE -> "idle: too few tasks to tell; " + load;
                });
        advice.pools().forEach(this::tell);
    }

    private void tell(SizeAdvice advice) {
        say.accept(advice.pool() + ": " + advice.threadsNow()
                + (advice.isChange() ? " -> " + advice.threads() : ", as it is"));
        advice.reasons().forEach(reason -> say.accept("    " + reason));
    }
}
