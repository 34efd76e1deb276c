package dev.multipool.bench.call;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.plan.JsonCheck;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Whether a JSON text has a value where a plan expects it. Safe for all threads. */
public final class JsonAt {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonPointer pointer;
    private final @Nullable String value;

    public JsonAt(JsonCheck check) {
        this.pointer = JsonPointer.compile(check.pointer());
        this.value = check.value();
    }

    /** False also for what is no JSON. */
    public boolean isIn(InputStream text) {
        try {
            return isIn(JSON.readTree(text));
        } catch (IOException e) {
            return false;
        }
    }

    /** False also for what is no JSON. */
    public boolean isIn(String text) {
        try {
            return isIn(JSON.readTree(text));
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isIn(JsonNode root) {
        JsonNode node = root.at(pointer);
        return !node.isMissingNode()
                && (value == null || (node.isValueNode() ? node.asText() : node.toString()).equals(value));
    }
}
