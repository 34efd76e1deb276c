package dev.multipool.rpc.server.admin;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Asks an admin port as curl would. */
public final class AdminClient {
    private final HttpClient http = HttpClient.newHttpClient();
    private final InetSocketAddress address;

    public AdminClient(InetSocketAddress address) {
        this.address = address;
    }

    public HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, headers);
    }

    /** Does not wait for the answer. */
    public CompletableFuture<HttpResponse<String>> getAsync(String path) {
        return http.sendAsync(request("GET", path).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(method, path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String method, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, HttpRequest.BodyPublishers.noBody());
    }
}
