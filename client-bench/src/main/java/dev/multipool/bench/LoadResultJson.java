package dev.multipool.bench;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/**
 * A {@link LoadResult} as JSON, both ways: the record's component names, durations in ISO-8601 ({@code PT0.5S}), unknown
 * values as {@code null}. Reading refuses fields that it does not know.
 */
public final class LoadResultJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().registerModule(durations()).enable(SerializationFeature.INDENT_OUTPUT);

    private LoadResultJson() {}

    /** The result as indented JSON. */
    public static String toJson(LoadResult result) {
        try {
            return MAPPER.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a load result cannot be written as JSON", e);
        }
    }

    /**
     * The result out of its JSON.
     *
     * @throws IOException when it is no load result
     */
    public static LoadResult fromJson(String json) throws IOException {
        return MAPPER.readValue(json, LoadResult.class);
    }

    /** Writes the file as a whole: who reads it meanwhile sees the old one or the new one. */
    public static void write(LoadResult result, Path file) throws IOException {
        Path target = file.toAbsolutePath();
        Path directory = target.getParent();
        if (directory == null) {
            throw new IOException(file + " is a directory (expected: a file)");
        }
        Files.createDirectories(directory);
        // no createTempFile: its files are private to their owner, and a result is for all to read
        Path temporary = directory.resolve(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(temporary, toJson(result) + "\n");
            move(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            // a file system without it: replacing is the best that it can do
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Reads what {@link #write} wrote. */
    public static LoadResult read(Path file) throws IOException {
        return fromJson(Files.readString(file));
    }

    /** How durations are written, for a mapper whose documents hold a load plan or result. */
    public static Module durations() {
        return new SimpleModule("multipool-durations")
                .addSerializer(Duration.class, ToStringSerializer.instance)
                .addDeserializer(Duration.class, new DurationDeserializer());
    }

    private static final class DurationDeserializer extends StdScalarDeserializer<Duration> {
        @Serial
        private static final long serialVersionUID = 1L;

        DurationDeserializer() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getValueAsString("");
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException e) {
                return (Duration) context.handleWeirdStringValue(
                        Duration.class, text, "expected: an ISO-8601 duration such as PT0.5S");
            }
        }
    }
}
