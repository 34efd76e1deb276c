package dev.multipool.rpc.server.admin;

import dev.multipool.rpc.protocol.FailureText;
import dev.multipool.rpc.server.watch.LiveReport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells all who listen, once a step, what the server did in it. The report is made and written as text once
 * for all of them, and not at all while nobody listens.
 *
 * <p><b>Threads</b>: the admin port's one event loop only.
 */
final class LiveStreams implements AdminStream {
    static final int MOST = 8;
    static final Duration STEP = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(LiveStreams.class);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final LiveReport report;
    private final Map<String, Object> settings;
    private final Duration step;
    private final Set<LiveStream> streams = new LinkedHashSet<>();
    private @Nullable Future<?> ticker;

    /** The settings are the first thing that each listener is told. */
    LiveStreams(LiveReport report, Map<String, Object> settings, Duration step) {
        this.report = report;
        this.settings = settings;
        this.step = step;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends in a closed connection
    public void begin(ChannelHandlerContext ctx) {
        if (streams.size() >= MOST) {
            throw new AdminException(503, MOST + " live streams are open (expected: at most " + MOST + ")");
        }
        Channel channel = ctx.channel();
        LiveStream stream = new LiveStream(channel);
        ctx.pipeline().remove(AdminDeadline.class);
        ctx.pipeline().replace(ctx.handler(), "live", stream);
        streams.add(stream);
        channel.closeFuture().addListener(closed -> end(stream));
        channel.write(head());
        stream.send(LiveEvent.of("settings", settings, RETRY));
        if (ticker == null) {
            report.begin();
            ticker = ctx.executor()
                    .scheduleWithFixedDelay(this::tick, step.toMillis(), step.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void end(LiveStream stream) {
        streams.remove(stream);
        if (streams.isEmpty() && ticker != null) {
            ticker.cancel(false);
            ticker = null;
        }
    }

    private void tick() {
        // a copy: a stream that is closed for being slow leaves the set
        List<LiveStream> now = List.copyOf(streams);
        try {
            byte[] event = LiveEvent.of("second", report.next(), null);
            now.forEach(stream -> stream.send(event));
        } catch (Throwable t) {
            // thrown on, it would end the schedule for good
            log.warn("admin: live streams closed after {}", FailureText.of(t));
            now.forEach(LiveStream::close);
        }
    }

    /** Without a length: it ends with the connection. */
    private static HttpResponse head() {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8")
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set("X-Content-Type-Options", "nosniff")
                // a proxy that collects the answer before it passes it on would show nothing
                .set("X-Accel-Buffering", "no");
        return head;
    }
}
