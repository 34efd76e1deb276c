package dev.multipool.bench.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.bench.message.SchemaException.Problem;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import dev.multipool.bench.plan.MethodCalls.Protocol;
import dev.multipool.bench.plan.TemplateValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {
    @TempDir
    Path folder;

    @Test
    void file_keepsWhatItsMethodsNeed() throws Exception {
        Path file = Files.write(folder.resolve("shop.pb"), Shop.SET.toByteArray());

        Schema schema = Schema.read(file);
        String encoded = schema.encode(List.of(Shop.FIND));

        assertThat(Schema.decode(encoded).method(Shop.FIND).getInputType().getFullName())
                .isEqualTo("shop.FindRequest");
    }

    @Test
    void fileThatIsNone_isNamed() throws Exception {
        Path text = Files.writeString(folder.resolve("shop.proto"), "syntax = \"proto3\";");
        Path empty = Files.createFile(folder.resolve("empty.pb"));

        assertProblem(() -> Schema.read(folder.resolve("no.pb")), Problem.NO_DESCRIPTORS, "no.pb can't be read");
        assertProblem(() -> Schema.read(text), Problem.NO_DESCRIPTORS, "shop.proto holds none");
        assertProblem(() -> Schema.read(empty), Problem.NO_DESCRIPTORS, "empty.pb holds none");
        assertProblem(() -> Schema.decode("?"), Problem.NO_DESCRIPTORS, "no Base64");
    }

    @Test
    void fileWithoutItsImports_isNamedWithWhatIsMissing() {
        assertProblem(
                () -> Schema.of(Shop.withoutImports()),
                Problem.NO_DESCRIPTORS,
                "shop/messages.proto is imported and missing (expected: a file that protoc --descriptor_set_out"
                        + " --include_imports wrote)");
    }

    @Test
    void methodThatIsNotThere_isNamedWithThoseThatAre() {
        Schema schema = Shop.schema();

        assertProblem(() -> schema.method("shop.Stop/Find"), Problem.NO_SERVICE, "(expected: one of [shop.Shop])");
        assertProblem(() -> schema.method("shop.Shop/find"), Problem.NO_METHOD, "(expected: one of [Find, Watch])");
        assertProblem(() -> schema.method("shop.Shop/Watch"), Problem.STREAMS, "(expected: a unary method)");
    }

    @Test
    void bodyThatDoesNotFit_isNamedWithItsField() {
        assertProblem(() -> requests("{\"idd\": 3}"), Problem.WRONG_MESSAGE, "body: no shop.FindRequest: ", "idd");
        assertProblem(() -> requests("{\"id\": \"x\"}"), Problem.WRONG_MESSAGE, "body: no shop.FindRequest: ");
        assertProblem(() -> requests("id: 3"), Problem.WRONG_MESSAGE, "(expected: JSON of it)");
    }

    @Test
    void bodyWithoutPlaceholders_isParsedOnce() throws Exception {
        MessageTemplate template = requests("{\"id\": 3}").get(0).template();

        assertThat(template.message(at -> "")).isSameAs(template.message(at -> ""));
    }

    @Test
    void bodyWithValues_isParsedOnceForEachText() throws Exception {
        TemplateValues ids = new TemplateValues.Range(1, 2, KeyDistribution.UNIFORM);
        MethodCalls calls = new MethodCalls(
                Protocol.GRPC,
                List.of(new MethodCalls.Request(
                        Shop.FIND, Map.of(), "{\"id\": {id}, \"name\": \"\\\"{id}\\\"\"}", 1, Expectation.SUCCESS)),
                Map.of("id", ids),
                Shop.BASE64,
                false);
        MessageTemplate template =
                DescribedRequest.of(calls, Shop.schema()).get(0).template();

        var first = template.message(at -> "2");

        assertThat(first.getAllFields().values()).containsExactly(2L, "\"2\"");
        assertThat(template.message(at -> "2")).isSameAs(first);
    }

    private static List<DescribedRequest> requests(String body) {
        MethodCalls calls = new MethodCalls(
                Protocol.GRPC,
                List.of(new MethodCalls.Request(Shop.FIND, Map.of(), body, 1, Expectation.SUCCESS)),
                Map.of(),
                Shop.BASE64,
                false);
        return DescribedRequest.of(calls, Shop.schema());
    }

    private static void assertProblem(ThrowingCallable call, Problem problem, String... texts) {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.problem()).isEqualTo(problem))
                .satisfies(e -> assertThat(e.getMessage()).contains(texts).hasLineCount(1));
    }
}
