package dev.multipool.laboratory.description;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class ServiceSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @EnumSource(Section.class)
    void schema_hasTheKeysOfTheReader(Section section) throws IOException {
        JsonNode schema = schema();
        String name = section.name().toLowerCase(Locale.ROOT).replace('_', '-');
        JsonNode map = section == Section.ROOT ? schema : schema.at("/$defs/" + name);

        List<String> keys = new ArrayList<>();
        map.path("properties").fieldNames().forEachRemaining(keys::add);

        assertThat(keys).containsExactlyInAnyOrderElementsOf(section.keys());
    }

    @Test
    void schema_hasNoMoreMapsThanTheReader() throws IOException {
        assertThat(schema().path("$defs")).hasSize(Section.values().length - 1);
    }

    @Test
    void shop_isValid() throws IOException {
        Object shop = new Load(LoadSettings.builder().build()).loadFromString(DescriptionReaderTest.SHOP);

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schema().toString())
                        .validate(JSON.writeValueAsString(shop), InputFormat.JSON))
                .isEmpty();
    }

    private static JsonNode schema() throws IOException {
        try (InputStream schema = ServiceDescription.class.getResourceAsStream("service.schema.json")) {
            return JSON.readTree(Objects.requireNonNull(schema));
        }
    }
}
