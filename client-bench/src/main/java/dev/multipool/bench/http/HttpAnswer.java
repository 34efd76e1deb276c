package dev.multipool.bench.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** An answer with an expected status; valid until the call's end returns. Its text is that of its body. */
record HttpAnswer(ByteBuf body) {
    /** A body may hold so many bytes. */
    static final int MAX_BODY_BYTES = 16 << 20;

    /** So much of a body stands in its text. */
    private static final int LONGEST_TEXT = 1 << 10;

    @Override
    public String toString() {
        return body.toString(body.readerIndex(), Math.min(body.readableBytes(), LONGEST_TEXT), StandardCharsets.UTF_8);
    }
}
