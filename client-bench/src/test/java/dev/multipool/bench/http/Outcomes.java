package dev.multipool.bench.http;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.protocol.Protocols;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes single calls of a plan, and tells how each ends: the name of its error, or its verdict. */
final class Outcomes {
    private Outcomes() {}

    /** Those of so many calls that are sent at once over one connection, or one pool of them. */
    static List<String> of(LoadPlan plan, int calls) throws Exception {
        List<String> outcomes = new ArrayList<>();
        try (Connections connections = open(plan)) {
            for (CompletableFuture<String> ended : send(plan, connections, calls)) {
                outcomes.add(ended.get(30, TimeUnit.SECONDS));
            }
        }
        return outcomes;
    }

    static Connections open(LoadPlan plan) {
        return Protocols.of(plan.calls())
                .open(
                        new LoadPlan(
                                plan.host(),
                                plan.port(),
                                1,
                                LoadModel.ClosedLoop.of(1),
                                plan.calls(),
                                plan.timing(),
                                plan.seed()),
                        1);
    }

    static List<CompletableFuture<String>> send(LoadPlan plan, Connections connections, int calls) {
        Connection connection = connections.all().get(0);
        CallSource source = connection.calls(new SplittableRandom(1));
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            CompletableFuture<String> ended = new CompletableFuture<>();
            all.add(ended);
            connection.eventLoop().execute(() -> {
                Call call = source.next();
                call.send(
                        plan.timing().callTimeout(),
                        (answer, failure) -> ended.complete(outcome(call, answer, failure)));
            });
        }
        return all;
    }

    private static String outcome(Call call, @Nullable Object answer, @Nullable Throwable failure) {
        if (answer == null) {
            return call.errorName(failure);
        }
        Verdict verdict = call.judge(answer);
        return verdict.toString();
    }
}
