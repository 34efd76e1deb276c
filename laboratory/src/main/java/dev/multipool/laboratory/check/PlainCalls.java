package dev.multipool.laboratory.check;

import dev.multipool.bench.call.JsonAt;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Load;
import dev.multipool.laboratory.description.Placeholders;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks each HTTP/1.1 request of a load once and looks at the answer. */
final class PlainCalls {
    private final Load load;
    private final HttpCalls calls;
    private final String address;
    private final HttpClient client;

    PlainCalls(Load load, HttpCalls calls, int port) {
        this.load = load;
        this.calls = calls;
        boolean tls = calls.connections().tls();
        this.address = (tls ? "https://" : "http://") + load.target().host() + ":" + port;
        this.client = HttpClient.newBuilder().connectTimeout(load.timeout()).build();
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
            HttpRequest.Builder call = HttpRequest.newBuilder(URI.create(url)).timeout(load.timeout());
            request.headers().forEach((name, value) -> call.header(name, Placeholders.fill(value, values)));
            String body = request.body();
            call.method(
                    request.method(),
                    body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Placeholders.fill(body, values)));
            HttpResponse<String> answer = client.sendAsync(call.build(), BodyHandlers.ofString())
                    .get(2 * load.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return judge(subject, request.expected(), answer);
        } catch (ExecutionException e) {
            return List.of(noAnswer(subject, String.valueOf(e.getCause())));
        } catch (TimeoutException | IllegalArgumentException e) {
            return List.of(noAnswer(subject, e.toString()));
        }
    }

    private static CheckFinding noAnswer(String subject, String found) {
        return new CheckFinding(Code.NO_ANSWER, subject, found, "an answer");
    }

    private static List<CheckFinding> judge(String subject, Expectation expected, HttpResponse<String> answer) {
        if (!expected.allows(answer.statusCode())) {
            String statuses = expected.statuses().isEmpty()
                    ? "200 to 299"
                    : expected.statuses().stream().sorted().toList().toString();
            return List.of(new CheckFinding(
                    Code.WRONG_STATUS, subject, "status " + answer.statusCode(), "status " + statuses));
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
