package dev.multipool.laboratory.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.multipool.bench.result.LoadResultJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes and reads result.json; nothing passes in either direction that breaks the schema.
 *
 * <p><b>Threads:</b> immutable, any thread.
 */
public final class ResultFile {
    private static final String SCHEMA_RESOURCE = "result.schema.json";

    private final ObjectMapper mapper =
            new ObjectMapper().registerModule(LoadResultJson.values()).enable(SerializationFeature.INDENT_OUTPUT);
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(schemaText(), InputFormat.JSON);

    /** The schema itself, draft 2020-12. */
    public static String schemaText() {
        try (InputStream in = ResultFile.class.getResourceAsStream(SCHEMA_RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + SCHEMA_RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The result as JSON.
     *
     * @throws InvalidResultException when it breaks the schema, which is a fault of the laboratory
     */
    public String toJson(LabResult result) {
        String json = toUncheckedJson(result);
        check("the result", json);
        return json;
    }

    /**
     * The same, even where it breaks the schema; {@link #read} refuses it then.
     *
     * @throws InvalidResultException when it can't be written as JSON
     */
    public String toUncheckedJson(LabResult result) {
        try {
            return mapper.writeValueAsString(result) + "\n";
        } catch (JsonProcessingException e) {
            throw new InvalidResultException("the result can't be written as JSON: " + e.getOriginalMessage());
        }
    }

    /**
     * Reads a file that {@link #toJson} wrote.
     *
     * @throws InvalidResultException when it isn't JSON or breaks the schema
     * @throws IOException when it can't be read
     */
    public LabResult read(Path file) throws IOException {
        String json = Files.readString(file);
        check(file.toString(), json);
        try {
            return mapper.readValue(json, LabResult.class);
        } catch (JsonProcessingException e) {
            throw new InvalidResultException(file + ": " + e.getOriginalMessage());
        }
    }

    private void check(String name, String json) {
        List<com.networknt.schema.Error> errors;
        try {
            errors = schema.validate(json, InputFormat.JSON);
        } catch (RuntimeException e) {
            // the validator parses with a JSON library of its own and lets that library's exceptions through
            throw new InvalidResultException(name + ": not JSON (" + firstLine(String.valueOf(e.getMessage())) + ")");
        }
        if (!errors.isEmpty()) {
            com.networknt.schema.Error first = errors.get(0);
            String place = first.getInstanceLocation().toString();
            throw new InvalidResultException(name + ": does not match the schema at "
                    + (place.isEmpty() ? "/" : place) + ": " + first.getMessage()
                    + (errors.size() > 1 ? " (and " + (errors.size() - 1) + " more)" : ""));
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }
}
