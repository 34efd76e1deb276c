package dev.multipool.bench.message;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.multipool.bench.message.SchemaException.Problem;
import dev.multipool.bench.plan.Template;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A request message as JSON with placeholders. A value that stands in quotes is escaped as JSON has it; elsewhere it stands
 * as it is.
 *
 * <p>To parse JSON costs the generator more than all else of a call. So each text is parsed once and its message kept, up
 * to a bound; what comes beyond it is parsed for each call.
 *
 * <p><b>Threads</b>: safe for all.
 */
public final class MessageTemplate {
    private static final int MOST_KEPT = 1 << 14;
    private static final int LONGEST_KEPT = 1 << 10;

    private final Descriptor type;
    private final JsonFormat.Parser parser;
    private final Template template;
    private final int[] values;
    private final boolean[] quoted;
    private final @Nullable DynamicMessage fixed;
    private final Map<String, DynamicMessage> kept = new ConcurrentHashMap<>();
    private final AtomicInteger keptCount = new AtomicInteger();

    /**
     * Reads a request.
     *
     * @param names of all placeholders of the plan, whose values come in this order
     * @param samples a value of each, which has to fit
     * @throws SchemaException when it does not fit the message
     */
    public MessageTemplate(Schema schema, Descriptor type, String json, List<String> names, List<String> samples) {
        this.type = type;
        this.parser = JsonFormat.parser().usingTypeRegistry(schema.types());
        this.template = Template.parse(json);
        this.values = template.names().stream().mapToInt(names::indexOf).toArray();
        this.quoted = quoted(template);
        String sample = render(samples::get);
        try {
            DynamicMessage message = parse(sample);
            this.fixed = values.length == 0 ? message : null;
        } catch (InvalidProtocolBufferException e) {
            throw new SchemaException(
                    Problem.WRONG_MESSAGE,
                    "body: no " + type.getFullName() + ": " + Schema.firstLine(e),
                    "JSON of it",
                    e);
        }
    }

    /** Which placeholders stand within quotes. */
    private static boolean[] quoted(Template template) {
        boolean[] quoted = new boolean[template.names().size()];
        boolean inString = false;
        for (int i = 0; i < quoted.length; i++) {
            String text = template.texts().get(i);
            for (int at = 0; at < text.length(); at++) {
                char each = text.charAt(at);
                if (inString && each == '\\') {
                    at++;
                } else if (each == '"') {
                    inString = !inString;
                }
            }
            quoted[i] = inString;
        }
        return quoted;
    }

    /**
     * The message with some values.
     *
     * @param drawn the value of the placeholder at a place among all of the plan
     * @throws InvalidProtocolBufferException when these do not fit
     */
    public DynamicMessage message(IntFunction<String> drawn) throws InvalidProtocolBufferException {
        if (fixed != null) {
            return fixed;
        }
        String json = render(drawn);
        DynamicMessage known = kept.get(json);
        if (known != null) {
            return known;
        }
        DynamicMessage message = parse(json);
        if (json.length() <= LONGEST_KEPT && keptCount.get() < MOST_KEPT && kept.putIfAbsent(json, message) == null) {
            keptCount.incrementAndGet();
        }
        return message;
    }

    private DynamicMessage parse(String json) throws InvalidProtocolBufferException {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        parser.merge(json, message);
        return message.build();
    }

    private String render(IntFunction<String> drawn) {
        StringBuilder json = new StringBuilder(template.texts().get(0));
        for (int i = 0; i < values.length; i++) {
            append(json, drawn.apply(values[i]), i);
        }
        return json.toString();
    }

    private void append(StringBuilder json, String value, int place) {
        if (quoted[place]) {
            JsonStringEncoder.getInstance().quoteAsString(value, json);
        } else {
            json.append(value);
        }
        json.append(template.texts().get(place + 1));
    }
}
