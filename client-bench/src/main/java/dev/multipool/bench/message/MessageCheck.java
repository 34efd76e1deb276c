package dev.multipool.bench.message;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.multipool.bench.call.JsonAt;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import org.jspecify.annotations.Nullable;

/**
 * Whether an answer holds what it should. It looks at the answer as JSON, with the fields that have their default; to
 * write that costs the generator time, so it is done only where something is expected. Safe for all threads.
 */
public final class MessageCheck {
    private final JsonFormat.Printer printer;
    private final @Nullable String text;
    private final @Nullable JsonAt json;

    MessageCheck(Schema schema, Expectation expected) {
        this.printer = JsonFormat.printer()
                .usingTypeRegistry(schema.types())
                .alwaysPrintFieldsWithNoPresence()
                .omittingInsignificantWhitespace();
        this.text = expected.contains();
        this.json = expected.json() == null ? null : new JsonAt(expected.json());
    }

    /** Whether it looks at messages at all; else they need not be parsed. */
    public boolean isNeeded() {
        return text != null || json != null;
    }

    /** What an answer is worth. */
    public Verdict judge(Message answer) {
        if (!isNeeded()) {
            return Verdict.FOUND;
        }
        String written;
        try {
            written = printer.print(answer);
        } catch (InvalidProtocolBufferException e) {
            // an Any of a type that is not described
            return Verdict.WRONG;
        }
        return (text == null || written.contains(text)) && (json == null || json.isIn(written))
                ? Verdict.FOUND
                : Verdict.WRONG;
    }
}
