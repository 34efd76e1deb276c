package dev.multipool.perf.advice;

import dev.multipool.capacity.Objective;
import dev.multipool.perf.advice.PoolControl.PoolAdvice;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Advice for a running server, from its admin port. */
public final class Advising {
    private final AdminApi server;
    private final Consumer<String> say;

    /**
     * Advice for the server with that admin port.
     *
     * @param token what changes need; null when they need none
     * @param say takes plain lines
     */
    public Advising(URI admin, @Nullable String token, Consumer<String> say) {
        this.server = new AdminApi(admin, token);
        this.say = say;
    }

    /** Says what the model proposes for each pool, and why. Changes nothing. */
    public void advise() throws IOException, InterruptedException {
        server.advice().forEach(this::say);
    }

    /**
     * Says it, then does it, and takes it back when throughput or the objective suffers.
     *
     * @param window how long the pools are watched before and after; 20 s or more, for the percentiles to be of the new
     *     sizes only
     * @return whether the new sizes stayed
     */
    public boolean apply(Objective objective, Duration window) throws IOException, InterruptedException {
        Map<String, PoolAdvice> advice = server.advice();
        advice.forEach(this::say);
        if (advice.values().stream().noneMatch(PoolAdvice::isChange)) {
            say.accept("nothing to change");
            return true;
        }
        return new AdviceTrial(
                        server, Judge.unlessWorse(objective), time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()), say)
                .apply(advice, window);
    }

    private void say(String pool, PoolAdvice advice) {
        say.accept(pool + ": " + advice.threadsNow() + " threads"
                + (advice.isChange() ? " -> " + advice.threads() : ", as it is"));
        advice.reasons().forEach(reason -> say.accept("    " + reason));
    }
}
