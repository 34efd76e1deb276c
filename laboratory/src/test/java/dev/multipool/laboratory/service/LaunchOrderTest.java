package dev.multipool.laboratory.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.Ready;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.result.KnobWay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchOrderTest {
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

    @TempDir
    Path folder;

    @Test
    void of_waysOfAStart_putsEachValueInItsPlace() {
        LaunchOrder order = order(
                List.of("java", "{properties}", "-jar", "app.jar", "--size={size}", "{port}", "${port}"),
                Map.of("URL", "http://127.0.0.1:{port}/", "SIZE_TOO", "{size}"),
                Map.of(),
                knob("size", new KnobWay.Placeholder()),
                knob("variable", new KnobWay.Environment("SOME_SIZE")),
                knob("property", new KnobWay.Property("some.size")),
                knob("flag", new KnobWay.Flag("--some-size")),
                knob("live", new KnobWay.JmxAttribute("some:type=Pool", "Size")));

        assertThat(order.command())
                .containsExactly(
                        "java", "-Dsome.size=8", "-jar", "app.jar", "--size=8", "4711", "${port}", "--some-size=8");
        assertThat(order.environment())
                .isEqualTo(Map.of("URL", "http://127.0.0.1:4711/", "SIZE_TOO", "8", "SOME_SIZE", "8"));
    }

    @Test
    void of_propertiesWithoutTheirWord_goBehindTheToolOptionsThatThereAre() {
        Knob knob = knob("property", new KnobWay.Property("some.size"));

        assertThat(order(List.of("start.sh"), Map.of(), Map.of(), knob).environment())
                .isEqualTo(Map.of(TOOL_OPTIONS, "-Dsome.size=8"));
        assertThat(order(List.of("start.sh"), Map.of(), Map.of(TOOL_OPTIONS, "-Xmx1g"), knob)
                        .environment())
                .isEqualTo(Map.of(TOOL_OPTIONS, "-Xmx1g -Dsome.size=8"));
        assertThat(order(List.of("start.sh"), Map.of(TOOL_OPTIONS, "-Xmx2g"), Map.of(TOOL_OPTIONS, "-Xmx1g"), knob)
                        .environment())
                .isEqualTo(Map.of(TOOL_OPTIONS, "-Xmx2g -Dsome.size=8"));
    }

    @Test
    void writeFiles_fillsTemplates_andDeletesOnlyWhatItWrote() throws IOException {
        Path template = Files.writeString(folder.resolve("app.template"), "size: {size}\nother: {other}\n");
        Path written = folder.resolve("app.conf");
        LaunchOrder order =
                order(List.of("start.sh"), Map.of(), Map.of(), knob("size", new KnobWay.File(template, written)));

        LaunchOrder.delete(assertWritten(order, written));

        assertThat(written).doesNotExist();
        assertThat(template).exists();
    }

    private static Set<Path> assertWritten(LaunchOrder order, Path written) throws IOException {
        Set<Path> files = order.writeFiles();
        assertThat(files).containsExactly(written);
        assertThat(written).hasContent("size: 8\nother: {other}\n");
        return files;
    }

    @Test
    void writeFiles_whereAFileIsAlready_leavesIt() throws IOException {
        Path template = Files.writeString(folder.resolve("app.template"), "size: {size}\n");
        Path somebodys = Files.writeString(folder.resolve("app.conf"), "mine");
        LaunchOrder order =
                order(List.of("start.sh"), Map.of(), Map.of(), knob("size", new KnobWay.File(template, somebodys)));

        assertThatIOException()
                .isThrownBy(order::writeFiles)
                .withMessage(somebodys + " exists (expected: a path that the laboratory may write)");
        assertThat(somebodys).hasContent("mine");
    }

    private LaunchOrder order(
            List<String> command, Map<String, String> environment, Map<String, String> inherited, Knob... knobs) {
        Origin.Launch launch = new Origin.Launch(
                command, folder, environment, new Ready.Assumed(), Duration.ofSeconds(1), Duration.ofSeconds(1));
        Map<String, String> values = new LinkedHashMap<>();
        for (Knob knob : knobs) {
            values.put(knob.name(), "8");
        }
        return LaunchOrder.of(launch, List.of(knobs), new Setting(values), 4711, inherited);
    }

    private static Knob knob(String name, KnobWay way) {
        return new Knob(name, new KnobValues.Range(1, 9, KnobValues.Scale.LOG, null), way, null);
    }
}
