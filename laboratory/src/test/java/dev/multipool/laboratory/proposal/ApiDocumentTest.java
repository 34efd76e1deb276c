package dev.multipool.laboratory.proposal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Paths are found in what services tell of themselves. */
class ApiDocumentTest {
    @Test
    void openApi_givesPathsOfGetWithPlaceholdersFirst() {
        String document = """
                {"servers": [{"url": "http://localhost:8080/api/"}], "paths": {
                  "/orders": {"post": {}}, "/products": {"get": {}}, "/products/{product.id}": {"get": {}},
                  "/search": {"get": {"parameters": [{"name": "q", "in": "query", "required": true}]}},
                  "/users/{id}/carts/{cart}": {"get": {}}}}""";

        assertThat(ApiDocument.paths(document))
                .containsExactly(
                        new ApiPath("/api/products/{value1}", List.of("value1")),
                        new ApiPath("/api/users/{id}/carts/{cart}", List.of("id", "cart")),
                        new ApiPath("/api/products", List.of()));
    }

    @Test
    void mappings_givePathsOfGetWithoutTheFrameworksOwn() {
        String document = """
                {"contexts": {"application": {"mappings": {"dispatcherServlets": {"dispatcherServlet": [
                  {"details": {"requestMappingConditions": {"methods": ["GET"], "patterns": ["/actuator/health"]}}},
                  {"details": {"requestMappingConditions": {"methods": ["POST"], "patterns": ["/items"]}}},
                  {"details": {"requestMappingConditions": {"methods": ["GET"], "patterns": ["/items/{id:[0-9]+}"]}}},
                  {"details": null}, {}]}}}}}""";

        assertThat(ApiDocument.paths(document)).containsExactly(new ApiPath("/items/{id}", List.of("id")));
    }

    @Test
    void anythingElse_givesNone() {
        for (String text :
                List.of("", "<html>", "[1]", "{\"paths\": 7}", "{\"paths\": {\"/a b\": {\"get\": {}}}}", "null")) {
            assertThat(ApiDocument.paths(text)).isEmpty();
        }
    }
}
