package dev.multipool.bench.http;

import dev.multipool.bench.call.Connection;
import dev.multipool.bench.http.HttpCall.EncodedRequest;
import dev.multipool.bench.template.ValueSource;
import dev.multipool.pools.NanoClock;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What calls of HTTP go over.
 *
 * <p><b>Threads</b>: confined to its event loop, but for {@link #openOne} and {@link #eventLoop}.
 *
 * @param <T> a request, encoded but for its values
 */
interface HttpSender<T> extends Connection, HttpCall.Sender<T> {
    /** Opens a connection ahead of the load; from any thread. */
    CompletableFuture<Void> openOne();

    /** Fails what is pending; no call is sent any more. */
    void close();

    @Override
    EventLoop eventLoop();

    /**
     * What is the same for all of a run.
     *
     * @param values of all placeholders, sorted by name
     * @param server whom certificates would name
     * @param tls null for plain connections
     */
    record Shared<T>(
            List<EncodedRequest<T>> requests,
            List<ValueSource.Texts> values,
            Server server,
            @Nullable SslContext tls,
            NanoClock clock) {}

    /** The server by its name. */
    record Server(String host, int port) {}
}
