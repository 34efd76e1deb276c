package dev.multipool.bench.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.HttpCalls.JsonCheck;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Whether an answer's body holds what it should. Safe for all threads but for the body. */
final class BodyCheck {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final @Nullable ByteBuf text;
    private final @Nullable JsonPointer pointer;
    private final @Nullable String value;

    BodyCheck(Expectation expected) {
        JsonCheck json = expected.json();
        this.text = expected.contains() == null
                ? null
                : Unpooled.wrappedBuffer(expected.contains().getBytes(StandardCharsets.UTF_8));
        this.pointer = json == null ? null : JsonPointer.compile(json.pointer());
        this.value = json == null ? null : json.value();
    }

    /** Whether it looks at bodies at all; else they need not be kept. */
    boolean isNeeded() {
        return text != null || pointer != null;
    }

    Verdict judge(ByteBuf body) {
        if (text != null && ByteBufUtil.indexOf(text, body) < 0) {
            return Verdict.WRONG;
        }
        return pointer == null || holds(pointer, body) ? Verdict.FOUND : Verdict.WRONG;
    }

    private boolean holds(JsonPointer at, ByteBuf body) {
        try (InputStream bytes = new ByteBufInputStream(body.duplicate())) {
            JsonNode node = JSON.readTree(bytes).at(at);
            return !node.isMissingNode()
                    && (value == null || (node.isValueNode() ? node.asText() : node.toString()).equals(value));
        } catch (IOException e) {
            // no JSON
            return false;
        }
    }
}
