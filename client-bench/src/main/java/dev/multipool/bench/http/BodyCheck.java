package dev.multipool.bench.http;

import dev.multipool.bench.call.JsonAt;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Whether an answer's body holds what it should. Safe for all threads but for the body. */
final class BodyCheck {
    private final @Nullable ByteBuf text;
    private final @Nullable JsonAt json;

    BodyCheck(Expectation expected) {
        this.text = expected.contains() == null
                ? null
                : Unpooled.wrappedBuffer(expected.contains().getBytes(StandardCharsets.UTF_8));
        this.json = expected.json() == null ? null : new JsonAt(expected.json());
    }

    /** Whether it looks at bodies at all; else they need not be kept. */
    boolean isNeeded() {
        return text != null || json != null;
    }

    Verdict judge(ByteBuf body) {
        if (text != null && ByteBufUtil.indexOf(text, body) < 0) {
            return Verdict.WRONG;
        }
        return json == null || json.isIn(new ByteBufInputStream(body.duplicate())) ? Verdict.FOUND : Verdict.WRONG;
    }
}
