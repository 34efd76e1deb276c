package dev.multipool.laboratory.check;

import dev.multipool.bench.call.JsonAt;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Load;
import dev.multipool.laboratory.description.Placeholders;
import dev.multipool.laboratory.http.ServiceHttp;
import dev.multipool.laboratory.http.ServiceHttp.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks each HTTP request of a load once and looks at the answer. */
final class PlainCalls {
    private final HttpCalls calls;
    private final String address;
    private final ServiceHttp client;

    PlainCalls(Load load, HttpCalls calls, int port) {

        this.calls = calls;
        boolean tls = calls.connections().tls();
        this.address = (tls ? "https://" : "http://") + load.target().host() + ":" + port;
        this.client = new ServiceHttp(load.timeout());
    }

    List<CheckFinding> findings() throws InterruptedException {
        Map<String, String> values = new HashMap<>();
        calls.values().forEach((name, drawn) -> values.put(name, drawn.first()));
        List<CheckFinding> findings = new ArrayList<>();
        for (HttpCalls.Request request : calls.requests()) {
            findings.addAll(call(request, values));
        }
        return findings;
    }

    private List<CheckFinding> call(HttpCalls.Request request, Map<String, String> values) throws InterruptedException {
        String url = address + Placeholders.fill(request.path(), values);
        String subject = request.method() + " " + url;
        try {
            HttpRequest.Builder call = HttpRequest.newBuilder(URI.create(url));
            request.headers().forEach((name, value) -> call.header(name, Placeholders.fill(value, values)));
            String body = request.body();
            call.method(
                    request.method(),
                    body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Placeholders.fill(body, values)));
            Answer answer = client.send(call.build());
            return answer.ended()
                    ? judge(subject, request.expected(), answer)
                    : List.of(noAnswer(subject, "a body that does not end within the time-out"));
        } catch (IOException | IllegalArgumentException e) {
            return List.of(noAnswer(subject, e.toString()));
        }
    }

    private static CheckFinding noAnswer(String subject, String found) {
        return new CheckFinding(Code.NO_ANSWER, subject, found, "an answer");
    }

    private static List<CheckFinding> judge(String subject, Expectation expected, Answer answer) {
        if (!expected.allows(answer.status())) {
            String statuses = expected.statuses().isEmpty()
                    ? "200 to 299"
                    : expected.statuses().stream().sorted().toList().toString();
            return List.of(
                    new CheckFinding(Code.WRONG_STATUS, subject, "status " + answer.status(), "status " + statuses));
        }
        List<CheckFinding> findings = new ArrayList<>();
        String body = answer.body();
        String text = expected.contains();
        if (text != null && !body.contains(text)) {
            findings.add(new CheckFinding(Code.WRONG_BODY, subject, shortened(body), "a body with '" + text + "'"));
        }
        JsonCheck json = expected.json();
        if (json != null && !new JsonAt(json).isIn(body)) {
            findings.add(new CheckFinding(Code.WRONG_BODY, subject, shortened(body), AnswerText.expected(json)));
        }
        return findings;
    }

    private static String shortened(String body) {
        return AnswerText.shortened("body", body);
    }
}
