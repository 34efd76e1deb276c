package dev.multipool.laboratory.knob;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.laboratory.description.Placeholders;
import dev.multipool.laboratory.description.ReadBack;
import dev.multipool.laboratory.http.ServiceHttp;
import dev.multipool.laboratory.http.ServiceHttp.Answer;
import dev.multipool.laboratory.knob.KnobFailure.Code;
import dev.multipool.laboratory.result.KnobWay;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;

/** Sets and reads knobs by HTTP requests. */
final class HttpKnobs {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ServiceHttp client = new ServiceHttp(TIMEOUT);
    private final String port;

    HttpKnobs(int port) {
        this.port = Integer.toString(port);
    }

    void set(KnobWay.Http way, String value) throws KnobException, InterruptedException {
        Map<String, String> values = Map.of(Placeholders.PORT, port, Placeholders.VALUE, value);
        HttpRequest.Builder request = request(Placeholders.fill(way.url(), values));
        if (way.body() == null) {
            request.method(way.method(), BodyPublishers.noBody());
        } else {
            request.method(way.method(), BodyPublishers.ofString(Placeholders.fill(way.body(), values)))
                    .header("Content-Type", way.contentType());
        }
        send(request.build());
    }

    String read(ReadBack.Http read) throws KnobException, InterruptedException {
        String url = Placeholders.fill(read.url(), Map.of(Placeholders.PORT, port));
        String body = send(request(url).build());
        if (read.pointer() == null) {
            return body.strip();
        }
        try {
            JsonNode found = JSON.readTree(body).at(read.pointer());
            if (found.isValueNode()) {
                return found.asText();
            }
        } catch (JsonProcessingException e) {
            // told below, with what came instead
        }
        throw new KnobException(Code.NO_SUCH_JSON, "GET " + url + " " + read.pointer(), Shortened.of(body));
    }

    private static HttpRequest.Builder request(String url) throws KnobException {
        try {
            return HttpRequest.newBuilder(URI.create(url));
        } catch (IllegalArgumentException e) {
            throw new KnobException(Code.NO_ANSWER, url, String.valueOf(e.getMessage()));
        }
    }

    private String send(HttpRequest request) throws KnobException, InterruptedException {
        String subject = request.method() + " " + request.uri();
        try {
            Answer answer = client.send(request);
            if (!answer.isSuccess()) {
                throw new KnobException(
                        Code.WRONG_STATUS, subject, answer.status() + " " + Shortened.of(answer.body()));
            }
            return answer.body();
        } catch (IOException e) {
            throw new KnobException(Code.NO_ANSWER, subject, e.toString());
        }
    }
}
