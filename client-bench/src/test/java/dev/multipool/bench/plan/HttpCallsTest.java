package dev.multipool.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.bench.plan.HttpCalls.Connections;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.HttpCalls.Request;
import dev.multipool.bench.plan.HttpCalls.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpCallsTest {
    @TempDir
    Path folder;

    @Test
    void placeholderWithoutValues_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpCalls(List.of(request("/{id}", Map.of())), Map.of(), Connections.PLAIN))
                .withMessageContaining("none for {id}");
    }

    @Test
    void valuesThatNoRequestAsksFor_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpCalls(
                        List.of(request("/", Map.of())),
                        Map.of("id", ValueSpec.parse("1..3", folder)),
                        Connections.PLAIN))
                .withMessageContaining("a placeholder {id}");
    }

    @Test
    void lineEndInAHeader_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("/", Map.of("X-Name", "a\r\nX-Other: b")))
                .withMessage("header: X-Name (expected: no line end in it)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpCalls(
                        List.of(request("/", Map.of("X-Name", "{name}"))),
                        Map.of("name", new TemplateValues.Listed(List.of("a\nb"), KeyDistribution.UNIFORM)),
                        Connections.PLAIN))
                .withMessageContaining("no line end");
    }

    @Test
    void whatWouldBreakTheRequest_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("/a b", Map.of()))
                .withMessage("path: '/a b' (expected: it begins with /, without white space)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("/a\r\nX: b", Map.of()))
                .withMessage("path: (expected: it begins with /, without white space)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("/", Map.of("Content-length", "3")))
                .withMessage("header: Content-length (expected: none, as it comes by itself)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("/", Map.of("X Name", "3")))
                .withMessage("header: 'X Name' (expected: a name such as X-Name)");
    }

    @Test
    void whatHttp2DoesNotHave_isRefused() {
        Connections http2 = new Connections(false, true, Version.HTTP_2);
        List<Request> upgrading = List.of(request("/", Map.of("Upgrade", "h2c")));

        assertThat(new HttpCalls(upgrading, Map.of(), Connections.PLAIN).requests())
                .isEqualTo(upgrading);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpCalls(upgrading, Map.of(), http2))
                .withMessage("header: Upgrade (expected: none by HTTP/2)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Connections(false, false, Version.HTTP_2))
                .withMessage("keptAlive: false (expected: true by HTTP/2, as many calls share a connection)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Version.parse("h2"))
                .withMessage("'h2' (expected: 1.1 or 2)");
    }

    @Test
    void valueSpecs_areRangesAndColumns() throws IOException {
        Path csv = Files.writeString(folder.resolve("products.csv"), "id,name\n7,\"a, b\"\n8,c\n");

        assertThat(ValueSpec.parse("1..10000", folder))
                .isEqualTo(new TemplateValues.Range(1, 10_000, KeyDistribution.UNIFORM));
        assertThat(ValueSpec.parse("zipf:1.1:1..9", folder))
                .isEqualTo(new TemplateValues.Range(1, 9, new KeyDistribution(1.1)));
        assertThat(ValueSpec.parse("@" + csv.getFileName() + ":name", folder))
                .isEqualTo(new TemplateValues.Listed(List.of("a, b", "c"), KeyDistribution.UNIFORM));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueSpec.parse("@products.csv:price", folder))
                .withMessageContaining("no column price");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueSpec.parse("some", folder))
                .withMessageContaining("expected: such as 1..10000");
    }

    private static Request request(String path, Map<String, String> headers) {
        return new Request("GET", path, headers, null, 1, Expectation.SUCCESS);
    }
}
