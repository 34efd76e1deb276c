package dev.multipool.laboratory.check;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.protocol.Protocols;
import dev.multipool.laboratory.description.Load;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Makes a call of a load once, by the load generator itself. */
final class OneCall {
    private OneCall() {}

    /** Looks at how a call ended; an answer is valid until it returns. */
    interface Judge {
        @Nullable
        CheckFinding judge(Call call, @Nullable Object answer, @Nullable Throwable failure);
    }

    /**
     * Makes it, and returns what its judge found.
     *
     * @param calls the one request
     * @throws RuntimeException with one line, when the server can't be reached
     */
    static @Nullable CheckFinding make(Load load, int port, Calls calls, Judge judge)
            throws InterruptedException, ExecutionException, TimeoutException {
        LoadPlan plan = new LoadPlan(
                load.target().host(),
                port,
                1,
                LoadModel.ClosedLoop.of(1),
                calls,
                new LoadPlan.Timing(Duration.ZERO, load.timeout(), load.timeout()),
                1);
        try (Connections connections = Protocols.of(calls).open(plan, 1)) {
            Connection connection = connections.all().get(0);
            Call call = connection.calls(new SplittableRandom(1)).next();
            CompletableFuture<@Nullable CheckFinding> ended = new CompletableFuture<>();
            connection.eventLoop().execute(() -> {
                try {
                    call.send(load.timeout(), (answer, failure) -> {
                        try {
                            ended.complete(judge.judge(call, answer, failure));
                        } catch (Throwable e) {
                            // a codec or a parser may throw anything
                            ended.completeExceptionally(e);
                        }
                    });
                } catch (Throwable e) {
                    ended.completeExceptionally(e);
                }
            });
            long millis = 2 * load.timeout().toMillis();
            try {
                return ended.get(millis, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                throw (TimeoutException)
                        new TimeoutException("no end of the call within " + millis + " ms").initCause(e);
            }
        }
    }

    /** The first values alone, of the placeholders that a request has. */
    static Map<String, TemplateValues> firstValues(Map<String, TemplateValues> values, Set<String> used) {
        Map<String, TemplateValues> first = new TreeMap<>();
        values.forEach((name, drawn) -> {
            if (used.contains(name)) {
                first.put(name, drawn.onlyFirst());
            }
        });
        return first;
    }
}
