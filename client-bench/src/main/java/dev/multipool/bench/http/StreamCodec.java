package dev.multipool.bench.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Connection.PropertyKey;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Exception.StreamException;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Netty's HTTP/2 for one connection: frames in and out, compression of headers, flow control. Each stream knows its call,
 * until one of the two is over.
 *
 * <p><b>Threads</b>: confined to its event loop.
 */
final class StreamCodec extends Http2ConnectionHandler {
    /** So much of an answer may come before the server has to wait for leave to send more. */
    private static final int STREAM_WINDOW_BYTES = 1 << 20;

    /** The same of all answers of the connection together. */
    private static final int CONNECTION_WINDOW_BYTES = 16 << 20;

    private final Events owner;
    private final PropertyKey callKey;

    @SuppressWarnings("NullAway.Init") // set when it joins the pipeline, before anything is asked of it
    private ChannelHandlerContext context;

    private boolean windowOpened;

    /** What happens on a connection. */
    interface Events {
        /** The server's SETTINGS came; they hold from now on. */
        void onSettings();

        /** The server takes no further call. */
        void onGoAway();

        /** Headers came: those of an answer or before it, or trailers. */
        void onHeaders(StreamCall call, @Nullable CharSequence status, boolean last);

        /** A part of a body came. */
        void onData(StreamCall call, ByteBuf data, boolean last);

        /** What came for a call is no answer. */
        void onBadAnswer(StreamCall call);

        /** A request could not be sent, and perhaps none can be. */
        void onNotSent(StreamCall call, Throwable cause);

        /** The server reset a stream. */
        void onReset(StreamCall call, boolean refused);

        /** A stream has closed; its call is null where that has ended before. */
        void onStreamClosed(@Nullable StreamCall call);

        /** Something went wrong that ends the connection. */
        void onError(Throwable cause);
    }

    private StreamCodec(
            Events owner, Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
        // a connection that is closed ends at once: the calls under way have failed
        super(decoder, encoder, settings, true);
        this.owner = owner;
        this.callKey = connection().newKey();
        decoder.frameListener(new Frames());
        connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamClosed(Http2Stream stream) {
                StreamCall call = stream.removeProperty(callKey);
                owner.onStreamClosed(call);
            }
        });
    }

    static StreamCodec of(Events owner) {
        return new Builder(owner).build();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        context = ctx;
        super.handlerAdded(ctx);
    }

    ByteBufAllocator allocator() {
        return context.alloc();
    }

    /** Whether the server allows one more stream now. */
    boolean canOpenStream() {
        return connection().local().canOpenStream();
    }

    boolean hasStreams() {
        return connection().numActiveStreams() > 0;
    }

    /** The calls whose streams are open. */
    List<StreamCall> calls() {
        List<StreamCall> calls = new ArrayList<>();
        try {
            connection().forEachActiveStream(stream -> {
                StreamCall call = stream.getProperty(callKey);
                return call == null || calls.add(call);
            });
        } catch (Http2Exception e) {
            throw new IllegalStateException("streams can't be listed: " + e.getMessage(), e);
        }
        return calls;
    }

    /**
     * Sends a request on a new stream.
     *
     * @param body null for none
     * @return whether a further stream can have a number
     */
    @SuppressWarnings("FutureReturnValueIgnored") // a body that can't be sent ends the stream or the connection
    boolean send(StreamCall call, Http2Headers headers, @Nullable ByteBuf body) {
        int id = connection().local().incrementAndGetNextStreamId();
        call.streamId = id;
        ChannelFuture written = encoder().writeHeaders(context, id, headers, 0, body == null, context.newPromise());
        Http2Stream stream = connection().stream(id);
        if (stream != null) {
            stream.setProperty(callKey, call);
        }
        if (body != null) {
            // it takes the body, whatever became of the stream
            encoder().writeData(context, id, body, 0, true, context.newPromise());
        }
        written.addListener(done -> {
            if (!done.isSuccess()) {
                owner.onNotSent(call, done.cause());
            }
        });
        flush(context);
        return id < Integer.MAX_VALUE - 1;
    }

    /** Ends a stream on both sides; the end of its call is its sender's business. */
    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends the connection
    void reset(int streamId) {
        Http2Stream stream = connection().stream(streamId);
        if (stream != null) {
            stream.removeProperty(callKey);
            resetStream(context, streamId, Http2Error.CANCEL.code(), context.newPromise());
            flush(context);
        }
    }

    /** Ends a stream whose request is not sent to its end, though the answer has come. */
    void resetUnlessSent(int streamId) {
        Http2Stream stream = connection().stream(streamId);
        if (stream != null && stream.state().localSideOpen()) {
            reset(streamId);
        }
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, StreamException streamFailure) {
        StreamCall call = callOf(streamFailure.streamId());
        if (call == null) {
            super.onStreamError(ctx, outbound, cause, streamFailure);
        } else if (outbound) {
            owner.onNotSent(call, cause);
        } else {
            owner.onBadAnswer(call);
        }
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception failure) {
        super.onConnectionError(ctx, outbound, cause, failure);
        ctx.flush();
        owner.onError(cause);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (cause instanceof Http2Exception) {
            super.exceptionCaught(ctx, cause);
        } else {
            owner.onError(cause);
        }
    }

    private @Nullable StreamCall callOf(int streamId) {
        Http2Stream stream = connection().stream(streamId);
        return stream == null ? null : stream.getProperty(callKey);
    }

    private void openConnectionWindow() throws Http2Exception {
        if (!windowOpened) {
            windowOpened = true;
            Http2Stream all = connection().connectionStream();
            int now = decoder().flowController().initialWindowSize(all);
            decoder().flowController().incrementWindowSize(all, CONNECTION_WINDOW_BYTES - now);
            flush(context);
        }
    }

    /** What comes. */
    private final class Frames extends Http2FrameAdapter {
        @Override
        public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) throws Http2Exception {
            openConnectionWindow();
            owner.onSettings();
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean endStream) {
            StreamCall call = callOf(streamId);
            if (call != null) {
                owner.onHeaders(call, headers.status(), endStream);
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int streamId,
                Http2Headers headers,
                int streamDependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endStream) {
            onHeadersRead(ctx, streamId, headers, padding, endStream);
        }

        @Override
        public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream) {
            int read = data.readableBytes() + padding;
            StreamCall call = callOf(streamId);
            if (call != null) {
                owner.onData(call, data, endOfStream);
            }
            return read;
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
            StreamCall call = callOf(streamId);
            if (call != null) {
                owner.onReset(call, errorCode == Http2Error.REFUSED_STREAM.code());
            }
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext ctx, int lastStreamId, long errorCode, ByteBuf debugData) {
            owner.onGoAway();
        }
    }

    /** Netty's way to put its parts together. */
    private static final class Builder extends AbstractHttp2ConnectionHandlerBuilder<StreamCodec, Builder> {
        private final Events owner;

        Builder(Events owner) {
            this.owner = owner;
            server(false);
            initialSettings(Http2Settings.defaultSettings().pushEnabled(false).initialWindowSize(STREAM_WINDOW_BYTES));
        }

        @Override
        protected StreamCodec build() {
            return super.build();
        }

        @Override
        protected StreamCodec build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new StreamCodec(owner, decoder, encoder, settings);
        }
    }
}
