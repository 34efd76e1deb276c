package dev.multipool.laboratory.check;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.message.SchemaException;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.protocol.Protocols;
import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Calls each method of a load once, as the load will, and looks at the answer. */
final class MethodCheck {
    private final Load load;
    private final MethodCalls calls;
    private final int port;

    MethodCheck(Load load, MethodCalls calls, int port) {
        this.load = load;
        this.calls = calls;
        this.port = port;
    }

    List<CheckFinding> findings() throws InterruptedException {
        List<CheckFinding> findings = new ArrayList<>();
        for (MethodCalls.Request request : calls.requests()) {
            CheckFinding finding = call(request);
            if (finding != null) {
                findings.add(finding);
            }
        }
        return findings;
    }

    private @Nullable CheckFinding call(MethodCalls.Request request) throws InterruptedException {
        String subject = calls.protocol() + " " + load.target().host() + ":" + port + "/" + request.method();
        LoadPlan plan = new LoadPlan(
                load.target().host(),
                port,
                1,
                LoadModel.ClosedLoop.of(1),
                only(request),
                new LoadPlan.Timing(Duration.ZERO, load.timeout(), load.timeout()),
                1);
        CallProtocol protocol = Protocols.of(plan.calls());
        try (Connections connections = protocol.open(plan, 1)) {
            return call(subject, request.expected(), connections.all().get(0));
        } catch (SchemaException e) {
            return new CheckFinding(codeOf(e.problem()), subject, e.found(), e.expected());
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return noAnswer(subject, String.valueOf(e.getMessage()));
        }
    }

    /** A plan's calls with this request alone, and the first values. */
    private MethodCalls only(MethodCalls.Request request) {
        Set<String> used = request.placeholders();
        Map<String, TemplateValues> values = new TreeMap<>();
        calls.values().forEach((name, drawn) -> {
            if (used.contains(name)) {
                values.put(name, drawn.onlyFirst());
            }
        });
        return new MethodCalls(calls.protocol(), List.of(request), values, calls.descriptors(), calls.tls());
    }

    private @Nullable CheckFinding call(String subject, Expectation expected, Connection connection)
            throws InterruptedException, ExecutionException, TimeoutException {
        Call call = connection.calls(new SplittableRandom(1)).next();
        CompletableFuture<@Nullable CheckFinding> ended = new CompletableFuture<>();
        // an answer is valid until its end returns
        connection
                .eventLoop()
                .execute(() -> call.send(load.timeout(), (answer, failure) -> {
                    try {
                        ended.complete(judge(subject, expected, call, answer, failure));
                    } catch (RuntimeException e) {
                        ended.completeExceptionally(e);
                    }
                }));
        return ended.get(2 * load.timeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    private static @Nullable CheckFinding judge(
            String subject, Expectation expected, Call call, @Nullable Object answer, @Nullable Throwable failure) {
        if (failure != null || answer == null) {
            String error = call.errorName(failure);
            return Expectation.STATUSES.stream()
                    .filter(status -> Expectation.errorOf(status).equals(error))
                    .findFirst()
                    .map(status -> new CheckFinding(
                            Code.WRONG_STATUS,
                            subject,
                            "status " + status,
                            "status "
                                    + (expected.statuses().isEmpty()
                                            ? Expectation.OK
                                            : expected.statuses().toString())))
                    .orElseGet(() -> noAnswer(subject, error));
        }
        return call.judge(answer) == Verdict.WRONG
                ? new CheckFinding(
                        Code.WRONG_BODY, subject, AnswerText.shortened("answer", answer.toString()), wanted(expected))
                : null;
    }

    private static String wanted(Expectation expected) {
        List<String> wanted = new ArrayList<>();
        if (expected.contains() != null) {
            wanted.add("'" + expected.contains() + "' in its JSON");
        }
        if (expected.json() != null) {
            wanted.add(AnswerText.expected(expected.json()) + " of its JSON");
        }
        return String.join(" and ", wanted);
    }

    private static CheckFinding noAnswer(String subject, String found) {
        return new CheckFinding(Code.NO_ANSWER, subject, found, "an answer");
    }

    private static Code codeOf(SchemaException.Problem problem) {
        return switch (problem) {
            case NO_DESCRIPTORS -> Code.NO_DESCRIPTORS;
            case NO_REFLECTION -> Code.NO_REFLECTION;
            case NO_SERVICE, NO_METHOD, STREAMS -> Code.NO_METHOD;
            case WRONG_MESSAGE -> Code.WRONG_REQUEST;
        };
    }
}
