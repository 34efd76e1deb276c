package dev.multipool.laboratory.check;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.message.SchemaException;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
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
        try {
            return OneCall.make(
                    load,
                    port,
                    only(request),
                    (call, answer, failure) -> judge(subject, request.expected(), call, answer, failure));
        } catch (SchemaException e) {
            return new CheckFinding(codeOf(e.problem()), subject, e.found(), e.expected());
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return noAnswer(subject, String.valueOf(e.getMessage()));
        }
    }

    /** A plan's calls with this request alone, and the first values. */
    private MethodCalls only(MethodCalls.Request request) {
        return new MethodCalls(
                calls.protocol(),
                List.of(request),
                OneCall.firstValues(calls.values(), request.placeholders()),
                calls.descriptors(),
                calls.tls());
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
