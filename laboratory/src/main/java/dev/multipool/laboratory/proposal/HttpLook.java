package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.http.ServiceHttp;
import dev.multipool.laboratory.http.ServiceHttp.Answer;
import dev.multipool.laboratory.proposal.ServiceFacts.Listener;
import dev.multipool.laboratory.proposal.ServiceFacts.Sample;
import dev.multipool.laboratory.service.ListeningPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls ports to learn what they speak. Each call is a GET, and is bounded in time and size. */
final class HttpLook {
    /** Where services tell that they are ready, the surest first. */
    static final List<String> READY_PATHS = List.of("/actuator/health", "/q/health", "/health", "/healthz", "/");

    private static final List<String> DOCUMENTS =
            List.of("/v3/api-docs", "/openapi.json", "/q/openapi", "/actuator/mappings");
    private static final Duration ONE_CALL = Duration.ofSeconds(2);
    private static final int MOST_SAMPLES = 5;

    private final ServiceHttp client = new ServiceHttp(ONE_CALL);

    /** Which of the ports speak HTTP, and where they tell that they are ready. */
    List<Listener> readiness(List<ListeningPort> ports) throws InterruptedException {
        List<Listener> listeners = new ArrayList<>();
        for (ListeningPort port : ports) {
            listeners.add(readiness(port));
        }
        return listeners;
    }

    private Listener readiness(ListeningPort port) throws InterruptedException {
        boolean http = false;
        for (String path : READY_PATHS) {
            Optional<Answer> answer = get(port, path);
            if (answer.isEmpty()) {
                // who does not answer once is not asked four times more, as each may take its time
                break;
            }
            http = true;
            if (answer.get().isSuccess()) {
                return new Listener(port, true, path, null);
            }
        }
        return new Listener(port, http, null, null);
    }

    /** Adds a path to load a service by, to the listener that answers it. */
    List<Listener> samples(List<Listener> listeners) throws InterruptedException {
        List<Listener> http = listeners.stream().filter(Listener::http).toList();
        for (Listener teller : http) {
            for (String document : DOCUMENTS) {
                Optional<Answer> answer = get(teller.at(), document);
                List<ApiPath> paths = answer.filter(Answer::isSuccess)
                        .map(told -> ApiDocument.paths(told.body()))
                        .orElse(List.of());
                if (!paths.isEmpty()) {
                    return withSample(listeners, http, teller, paths);
                }
            }
        }
        return listeners;
    }

    /** A management port tells of another port's paths, so all are tried. */
    private List<Listener> withSample(
            List<Listener> listeners, List<Listener> http, Listener teller, List<ApiPath> paths)
            throws InterruptedException {
        Listener owner = teller;
        Sample sample = new Sample(paths.get(0), 0);
        for (ApiPath path : paths.subList(0, Math.min(MOST_SAMPLES, paths.size()))) {
            for (Listener candidate : http) {
                int status =
                        get(candidate.at(), path.with("1")).map(Answer::status).orElse(0);
                Sample tried = new Sample(path, status);
                if (tried.answered() && !sample.answered()) {
                    owner = candidate;
                    sample = tried;
                } else if (sample.status() == 0 && candidate.equals(teller)) {
                    sample = tried;
                }
            }
        }
        List<Listener> all = new ArrayList<>();
        for (Listener each : listeners) {
            all.add(each.equals(owner) ? new Listener(each.at(), true, each.ready(), sample) : each);
        }
        return all;
    }

    /** Empty when no HTTP comes back in time. */
    private Optional<Answer> get(ListeningPort port, String path) throws InterruptedException {
        URI uri = URI.create("http://" + port.host() + ":" + port.port() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json, */*;q=0.5")
                .build();
        try {
            // of a body without end, what has come
            return Optional.of(client.send(request));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
