package dev.multipool.laboratory.http;

import dev.multipool.bench.socket.TrustAll;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends single requests to a service that may do anything: each is bounded in time and size. As under load, a certificate is not
 * checked, nor is the name in it.
 *
 * <p><b>Threads:</b> any.
 */
public final class ServiceHttp {
    private static final int MOST_BYTES = 8 << 20;

    private final HttpClient client;
    private final Duration within;

    /**
     * A client.
     *
     * @param within the time until an answer has come whole
     */
    public ServiceHttp(Duration within) {
        this.within = within;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(within)
                .sslContext(TrustAll.jdkClient())
                .build();
    }

    /**
     * An answer.
     *
     * @param body as UTF-8; of one that is longer than 8 MiB, the beginning
     * @param ended whether the body came to its end, or to that length, in time
     */
    public record Answer(int status, String body, boolean ended) {
        /** Whether the status is 200 to 299. */
        public boolean isSuccess() {
            return status >= 200 && status <= 299;
        }
    }

    /**
     * Sends a request.
     *
     * @return what has come in time, at least the status
     * @throws IOException when no status has come, and why
     */
    public Answer send(HttpRequest request) throws IOException, InterruptedException {
        NanoClock clock = NanoClock.system();
        long deadline = clock.nanoTime() + within.toNanos();
        CompletableFuture<HttpResponse<FirstBytes>> sent =
                client.sendAsync(request, status -> new FirstBytes(MOST_BYTES));
        try {
            HttpResponse<FirstBytes> response = sent.get(within.toNanos(), TimeUnit.NANOSECONDS);
            boolean ended = response.body().awaitEnd(deadline - clock.nanoTime());
            return new Answer(response.statusCode(), response.body().text(), ended);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IOException("nothing within " + within.toMillis() + " ms", e);
        } finally {
            sent.cancel(true);
        }
    }
}
