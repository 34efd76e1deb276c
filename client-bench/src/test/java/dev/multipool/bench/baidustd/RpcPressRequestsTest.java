package dev.multipool.bench.baidustd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The requests that brpc's rpc_press is given: JSON, one object after the other, named as in the .proto files. */
class RpcPressRequestsTest {
    @Test
    void everyField_isOneOfItsMessage_andHasItsForm() throws IOException {
        assertFit("find-user-info.json", FindUserInfoRequest.getDescriptor());
        assertFit("query-items.json", QueryItemsRequest.getDescriptor());
    }

    private static void assertFit(String name, Descriptor message) throws IOException {
        List<JsonNode> requests;
        try (MappingIterator<JsonNode> objects = new ObjectMapper()
                .readerFor(JsonNode.class)
                .readValues(Path.of("src", "main", "rpc-press", name).toFile())) {
            requests = objects.readAll();
        }
        assertThat(requests).as(name).isNotEmpty();
        for (JsonNode request : requests) {
            assertThat(request.properties()).as(name).isNotEmpty().allSatisfy(field -> {
                FieldDescriptor declared = message.findFieldByName(field.getKey());
                assertThat(declared).as(field.getKey()).isNotNull();
                assertThat(field.getValue().isArray()).isEqualTo(declared.isRepeated());
                assertThat(field.getValue().isArray() ? field.getValue() : List.of(field.getValue()))
                        .allMatch(JsonNode::isIntegralNumber);
            });
        }
    }
}
