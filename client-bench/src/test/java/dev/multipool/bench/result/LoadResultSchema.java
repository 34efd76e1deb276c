package dev.multipool.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Holds documents against the published schemas. */
public final class LoadResultSchema {
    private LoadResultSchema() {}

    /** What is wrong with a document; empty when nothing is. */
    public static List<Error> errorsOf(String json) {
        return errorsOf("load-result.schema.json", json);
    }

    private static List<Error> errorsOf(String name, String json) {
        try (InputStream schema = LoadResultSchema.class.getResourceAsStream(name)) {
            String text = new String(Objects.requireNonNull(schema).readAllBytes(), StandardCharsets.UTF_8);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(text)
                    .validate(json, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails when a merged log breaks its schema. */
    public static void assertFitsMergedLog(String json) {
        assertThat(errorsOf("/dev/multipool/bench/report/merged-log.schema.json", json))
                .isEmpty();
    }

    /** Fails when the document breaks the schema. */
    public static void assertFits(String json) {
        assertThat(errorsOf(json)).isEmpty();
    }
}
