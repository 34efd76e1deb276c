package dev.multipool.bench.result;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.multipool.capacity.Objective;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Iterator;
import java.util.function.Function;

/**
 * A {@link LoadResult} as JSON, both ways: the record's component names, durations in ISO-8601 ({@code PT0.5S}), unknown
 * values as {@code null}. Reading refuses fields that it does not know.
 */
public final class LoadResultJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().registerModule(values()).enable(SerializationFeature.INDENT_OUTPUT);

    private LoadResultJson() {}

    /** The result as indented JSON. */
    public static String toJson(LoadResult result) {
        return documentToJson(result);
    }

    /**
     * The result out of its JSON.
     *
     * @throws IOException when it is no load result
     */
    public static LoadResult fromJson(String json) throws IOException {
        LoadResult result = MAPPER.readValue(json, LoadResult.class);
        refuseUnknown(MAPPER.readTree(json), MAPPER.valueToTree(result));
        return result;
    }

    /** Jackson itself lets unknown fields pass beside those of a group that is written flat. */
    private static void refuseUnknown(JsonNode read, JsonNode known) throws IOException {
        for (Iterator<String> names = read.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.has(name)) {
                throw new IOException("unknown field: " + name + " (expected: those of a load result)");
            }
        }
    }

    /** Writes the file as a whole: who reads it meanwhile sees the old one or the new one. */
    public static void write(LoadResult result, Path file) throws IOException {
        WholeFile.write(file, toJson(result) + "\n");
    }

    /** Reads what {@link #write} wrote. */
    public static LoadResult read(Path file) throws IOException {
        return fromJson(Files.readString(file));
    }

    /** Any document that holds plans or results as indented JSON. */
    public static String documentToJson(Object document) {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(document.getClass().getSimpleName() + " cannot be written as JSON", e);
        }
    }

    /** How durations and objectives are written, for a mapper whose documents hold them. */
    public static Module values() {
        return new SimpleModule("multipool-values")
                .addSerializer(Duration.class, ToStringSerializer.instance)
                .addDeserializer(
                        Duration.class,
                        new TextDeserializer<>(Duration.class, Duration::parse, "an ISO-8601 duration such as PT0.5S"))
                .addSerializer(Objective.class, ToStringSerializer.instance)
                .addDeserializer(
                        Objective.class,
                        new TextDeserializer<>(Objective.class, Objective::parse, "such as tp99<10ms"));
    }

    /** Reads a value from its text; a text that is none is a clear error. */
    private static final class TextDeserializer<T> extends StdScalarDeserializer<T> {
        @Serial
        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> parser;
        private final String expected;

        TextDeserializer(Class<T> type, Function<String, T> parser, String expected) {
            super(type);
            this.parser = parser;
            this.expected = expected;
        }

        @Override
        @SuppressWarnings("unchecked") // Jackson's handlers answer with a value of the class that they are given
        public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            String text = json.getValueAsString("");
            try {
                return parser.apply(text);
            } catch (IllegalArgumentException | DateTimeParseException e) {
                return (T) context.handleWeirdStringValue(handledType(), text, "expected: " + expected);
            }
        }
    }
}
