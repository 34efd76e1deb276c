package dev.multipool.perf.advice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.pools.PoolKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server's admin port, as far as advice needs it. */
final class AdminApi implements PoolControl {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** Kinds whose threads are between two bounds. */
    private static final Set<String> GROWING = Set.of(PoolKind.CACHED.word(), PoolKind.EAGER.word());

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final URI admin;
    /** What a pool's most threads are called, by pool. */
    private final Map<String, String> parameters = new HashMap<>();

    private final @Nullable String token;

    /**
     * The admin port at that address.
     *
     * @param token what changes need; null when they need none
     */
    AdminApi(URI admin, @Nullable String token) {
        this.admin = admin;
        this.token = token;
    }

    @Override
    public Map<String, PoolAdvice> advice() throws IOException, InterruptedException {
        Map<String, PoolAdvice> byPool = new LinkedHashMap<>();
        for (JsonNode pool : ask("GET", "/advice")) {
            parameters.put(
                    pool.path("pool").asText(),
                    GROWING.contains(pool.path("kind").asText()) ? "max" : "threads");
            byPool.put(
                    pool.path("pool").asText(),
                    new PoolAdvice(
                            pool.path("threadsNow").asInt(),
                            pool.path("threads").asInt(),
                            pool.path("reasons")
                                    .valueStream()
                                    .map(JsonNode::asText)
                                    .toList()));
        }
        return byPool;
    }

    @Override
    public Map<String, PoolReading> read() throws IOException, InterruptedException {
        Map<String, PoolReading> byPool = new LinkedHashMap<>();
        for (JsonNode pool : ask("GET", "/pools")) {
            JsonNode all = pool.path("sinceStart");
            JsonNode last = pool.path("lastSeconds");
            long rejected = all.path("rejected")
                    .valueStream()
                    .mapToLong(JsonNode::asLong)
                    .sum();
            double done =
                    all.path("completions").asDouble() + all.path("failures").asDouble();
            byPool.put(
                    pool.path("name").asText(),
                    new PoolReading(
                            all.path("windowSeconds").asDouble(),
                            done,
                            done
                                    * (all.path("queueTimeMillis").path("mean").asDouble()
                                            + all.path("serviceTimeMillis")
                                                    .path("mean")
                                                    .asDouble()),
                            rejected,
                            last.path("queueTimeMillis").path("p99").asDouble()
                                    + last.path("serviceTimeMillis").path("p99").asDouble()));
        }
        return byPool;
    }

    @Override
    public void resize(String pool, int threads) throws IOException, InterruptedException {
        ask("PUT", "/pools/" + pool + "?" + parameters.getOrDefault(pool, "threads") + "=" + threads);
    }

    private JsonNode ask(String method, String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(admin.resolve(path))
                .timeout(TIMEOUT)
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(method + " " + path + ": " + answer.statusCode() + " "
                    + mapper.readTree(answer.body()).path("error").asText());
        }
        return mapper.readTree(answer.body());
    }
}
