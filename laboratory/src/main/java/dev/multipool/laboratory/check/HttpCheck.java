package dev.multipool.laboratory.check;

import dev.multipool.bench.call.AnsweredStatus;
import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Load;
import dev.multipool.laboratory.description.Placeholders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks each HTTP request of a load once, as the load will, and looks at the answer. */
final class HttpCheck {
    private final Load load;
    private final HttpCalls calls;
    private final int port;

    HttpCheck(Load load, HttpCalls calls, int port) {
        this.load = load;
        this.calls = calls;
        this.port = port;
    }

    List<CheckFinding> findings() throws InterruptedException {
        List<CheckFinding> findings = new ArrayList<>();
        for (HttpCalls.Request request : calls.requests()) {
            CheckFinding finding = call(request);
            if (finding != null) {
                findings.add(finding);
            }
        }
        return findings;
    }

    private @Nullable CheckFinding call(HttpCalls.Request request) throws InterruptedException {
        Map<String, String> values = new HashMap<>();
        calls.values().forEach((name, drawn) -> values.put(name, drawn.first()));
        String subject = request.method() + (calls.connections().tls() ? " https://" : " http://")
                + load.target().host() + ":" + port + Placeholders.fill(request.path(), values);
        HttpCalls only = new HttpCalls(
                List.of(request), OneCall.firstValues(calls.values(), request.placeholders()), calls.connections());
        try {
            return OneCall.make(
                    load,
                    port,
                    only,
                    (call, answer, failure) -> judge(subject, request.expected(), call, answer, failure));
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return noAnswer(subject, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable CheckFinding judge(
            String subject, Expectation expected, Call call, @Nullable Object answer, @Nullable Throwable failure) {
        if (failure != null || answer == null) {
            return failure instanceof AnsweredStatus answered
                    ? new CheckFinding(
                            Code.WRONG_STATUS,
                            subject,
                            "status " + answered.status(),
                            "status "
                                    + (expected.statuses().isEmpty()
                                            ? "200 to 299"
                                            : expected.statuses().toString()))
                    : noAnswer(subject, call.errorName(failure));
        }
        return call.judge(answer) == Verdict.WRONG
                ? new CheckFinding(
                        Code.WRONG_BODY, subject, AnswerText.shortened("body", answer.toString()), wanted(expected))
                : null;
    }

    private static String wanted(Expectation expected) {
        List<String> wanted = new ArrayList<>();
        if (expected.contains() != null) {
            wanted.add("a body with '" + expected.contains() + "'");
        }
        if (expected.json() != null) {
            wanted.add(AnswerText.expected(expected.json()));
        }
        return String.join(" and ", wanted);
    }

    private CheckFinding noAnswer(String subject, String found) {
        return new CheckFinding(
                Code.NO_ANSWER,
                subject,
                found,
                "an answer by HTTP/" + calls.connections().version());
    }
}
