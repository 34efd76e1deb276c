package dev.multipool.perf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.multipool.perf.architecture.planted.Entrance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What no main class uses and no stranger may use is not there. */
@Timeout(180)
@Tag("once")
class UnusedArchitectureTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final String PLANTED = Entrance.class.getPackageName() + ".Workshop";

    /** Members that only tests use, each with what they ask by it. */
    private static final Map<String, String> FOR_TESTS = new TreeMap<>(Map.of(
            "dev.multipool.bench.generator.LoadGenerator.counts()", "where all calls of a run went: none is lost",
            "dev.multipool.bench.measure.SlicedCalls.waiting()", "how many slices wait: few, however long a run is",
            "dev.multipool.laboratory.machine.CoreWatch.none()", "a laboratory that watches nothing",
            "dev.multipool.rpc.protocol.transport.LoopTimer.pending()", "whether cancelled timeouts are gone",
            "dev.multipool.rpc.server.credential.GuessLimit.addresses()", "how many addresses are remembered",
            "dev.multipool.rpc.server.RpcServerBuilder.clock(dev.multipool.pools.NanoClock)",
                    "what a clock that throws breaks",
            "dev.multipool.rpc.server.app.UserService.redis()",
                    "which Redis was opened, and that its password isn't told"));

    /** Classes that a class loader of ours is asked for. */
    private static final Set<String> STARTED_BY_NAME = Set.of("dev.multipool.agent.weave.Installation");

    @Test
    void everyClassMethodAndField_isUsed() throws IOException {
        Map<String, Integer> words = words();
        String resources = resources();
        Predicate<JavaClass> named =
                type -> resources.contains(type.getName()) || STARTED_BY_NAME.contains(type.getName());
        Predicate<JavaField> copied = field -> words.getOrDefault(field.getName(), 0) > 1;

        List<String> unused =
                new UnusedMembers(MainClasses.written(), Modules::isOpen, named, copied, resultJson()::contains).find();

        assertThat(unused).containsExactlyElementsOf(FOR_TESTS.keySet());
    }

    @Test
    void whatIsUnused_isFound() {
        List<String> unused = new UnusedMembers(
                        new ClassFileImporter()
                                .importPackagesOf(Entrance.class).stream()
                                        .filter(type -> type.getSource().isPresent())
                                        .toList(),
                        type -> type.isEquivalentTo(Entrance.class),
                        type -> type.getSimpleName().equals("Intruder"),
                        field -> field.getName().equals("USED_CONSTANT"),
                        type -> type.getSimpleName().equals("Figures"))
                .find();

        assertThat(unused)
                .containsExactlyInAnyOrder(
                        "dev.multipool.perf.architecture.planted.Intruder.hidden()",
                        PLANTED + "$Forgotten",
                        PLANTED + "$Kind.unusedOfEnum()",
                        PLANTED + "$Part.kind",
                        PLANTED + "$Part.name",
                        PLANTED + "$Part.unusedOfRecord()",
                        PLANTED + ".UNUSED_CONSTANT",
                        PLANTED + ".calledByTheUnused()",
                        PLANTED + ".onlyWritten",
                        PLANTED + ".unusedAndCallsAnother()",
                        PLANTED + ".unusedAndCallsItself(int)");
    }

    /** The records of result.json: whoever reads that file reads all of them. */
    private static Set<JavaClass> resultJson() {
        Set<JavaClass> found = new HashSet<>();
        Deque<JavaClass> toLookAt = new ArrayDeque<>();
        MainClasses.written().stream()
                .filter(type -> type.getSimpleName().equals("LabResult"))
                .forEach(toLookAt::push);
        while (!toLookAt.isEmpty()) {
            JavaClass type = toLookAt.pop().getBaseComponentType();
            if (Modules.of(type).isPresent() && found.add(type)) {
                type.getFields().forEach(field -> field.getAllInvolvedRawTypes().forEach(toLookAt::push));
                // what is worked out when the file is written
                type.getMethods().stream()
                        .filter(method -> method.isAnnotatedWith(JsonProperty.class))
                        .forEach(method ->
                                method.getReturnType().getAllInvolvedRawTypes().forEach(toLookAt::push));
                type.getAllSubclasses().forEach(toLookAt::push);
            }
        }
        return found;
    }

    /** How often each word stands in the main sources. */
    private static Map<String, Integer> words() throws IOException {
        Map<String, Integer> words = new HashMap<>();
        for (Path file : files("src/main/java")) {
            WORD.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .forEach(word -> words.merge(word, 1, Integer::sum));
        }
        return words;
    }

    /** What names classes: services, logging, Spring. */
    private static String resources() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : files("src/main/resources")) {
            if (file.toString().endsWith(".xml") || file.toString().contains("META-INF")) {
                text.append(Files.readString(file)).append('\n');
            }
        }
        return text.toString();
    }

    private static List<Path> files(String folder) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Modules.Module module : Modules.ALL) {
            Path path = ROOT.resolve(module.name()).resolve(folder);
            if (Files.isDirectory(path)) {
                try (Stream<Path> found = Files.walk(path)) {
                    found.filter(Files::isRegularFile).forEach(files::add);
                }
            }
        }
        return files;
    }
}
