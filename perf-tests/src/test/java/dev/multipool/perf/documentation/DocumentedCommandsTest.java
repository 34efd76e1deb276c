package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every command of every document is run, by exactly one of: {@code -Pdocumented}, a test, {@code .ci/run}; or by hand
 * alone, for a reason. Before any of that is waited for, {@code mvn} names what is there, and {@code java -jar} passes what the
 * jar's own command line takes.
 */
@Tag("once")
class DocumentedCommandsTest {
    /** How a command begins, and the file of the test that runs it, or the program in it. */
    private static final Map<String, String> RUN_BY = Map.ofEntries(
            Map.entry("curl -X PUT", "rpc-server/src/test/java/dev/multipool/rpc/server/admin/AdminServerIT.java"),
            Map.entry("curl -o cpu.html", "rpc-server/src/test/java/dev/multipool/rpc/server/admin/AdminServerIT.java"),
            Map.entry(
                    "docs/examples/remote-jmx.sh",
                    "rpc-server/src/test/java/dev/multipool/rpc/server/app/operation/RemoteJmxIT.java"),
            Map.entry(
                    "docker build -f deploy/Dockerfile", "deploy/src/test/java/dev/multipool/deploy/ContainerIT.java"),
            Map.entry("docker run --rm --read-only", "deploy/src/test/java/dev/multipool/deploy/ContainerIT.java"),
            Map.entry("ACL SETUSER reader on", "redis-source/src/test/java/dev/multipool/redis/AccessIT.java"),
            Map.entry("cp jmeter-sampler/target/", "jmeter-sampler/src/test/java/dev/multipool/jmeter/JMeterIT.java"),
            Map.entry(
                    "jmeter -n -t jmeter-sampler/", "jmeter-sampler/src/test/java/dev/multipool/jmeter/JMeterIT.java"),
            Map.entry(
                    "java -jar examples/plain-pools/target/thumbnails.jar",
                    "examples/plain-pools/src/test/java/dev/multipool/example/thumbnails/ThumbnailsIT.java"),
            Map.entry(
                    "java -jar examples/second-service/target/stock.jar",
                    "examples/second-service/src/test/java/dev/multipool/example/stock/StockServerIT.java"),
            Map.entry(
                    "java -cp examples/second-service/target/stock.jar dev.multipool.example.stock.StockClient",
                    "examples/second-service/src/test/java/dev/multipool/example/stock/StockServerIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar check casebook/",
                    "casebook/src/test/java/dev/multipool/casebook/CaseCheckIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar search casebook/",
                    "casebook/src/test/java/dev/multipool/casebook/CaseSearchIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar grid casebook/",
                    "casebook/src/test/java/dev/multipool/casebook/GridIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar compare-grid casebook/",
                    "casebook/src/test/java/dev/multipool/casebook/GridIT.java"),
            Map.entry(
                    "java -jar rivals/target/multipool-rivals.jar peers",
                    "rivals/src/test/java/dev/multipool/rivals/RivalsRunIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar confirm",
                    "perf-tests/src/test/java/dev/multipool/perf/app/DescribedSearchIT.java"),
            Map.entry(
                    "java -javaagent:agent/target/multipool-agent.jar",
                    "agent/src/test/java/dev/multipool/agent/JdkPoolIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar advise --pid",
                    "perf-tests/src/test/java/dev/multipool/perf/app/JvmAdviseIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar watch",
                    "perf-tests/src/test/java/dev/multipool/perf/app/WatchIT.java"),
            Map.entry(
                    "java -jar perf-tests/target/multipool-lab.jar attach",
                    "perf-tests/src/test/java/dev/multipool/perf/app/AttachIT.java"),
            Map.entry(
                    "java @/etc/multipool/jmx/jmx.options",
                    "rpc-server/src/test/java/dev/multipool/rpc/server/app/operation/RemoteJmxIT.java"));
    /** Runs what is shown in the documents of a project that the archetype makes. */
    private static final String GENERATED_PROJECT = "archetype/src/test/resources/projects/service/verify.groovy";
    /** How a command begins that no test runs, and why. */
    private static final Map<String, String> BY_HAND = Map.of(
            "rpc_press ", "a program of brpc's, built from its sources",
            "jmeter -s ", "JMeter's own server, on other machines",
            "jconsole ", "opens a window",
            "mvn verify -pl agent -am -Dit.test=CostExperiment",
                    "measures for minutes, on a machine without other work",
            "mvn verify -pl casebook -am -Dit.test=StartExperiment",
                    "measures for minutes, on a machine without other work",
            "mvn verify -pl perf-tests -am -Dit.test=PlantedCausesExperiment",
                    "measures for minutes, on a machine without other work",
            "mvn verify -pl perf-tests -am -Dit.test=CallTimesExperiment",
                    "measures for minutes, on a machine without other work",
            "mvn verify -Pnoise", "measures for minutes, with real-time priority, on a machine without other work");
    /** How other text in a code block without a language begins. */
    private static final Set<String> NO_COMMANDS =
            Set.of("threads ", "client ──", "[business-N]", "laboratory (", "pool business exhausted", "# TP99 of");

    @Test
    void everyCommandOfADocument_works() {
        Map<String, List<String>> wrong = new LinkedHashMap<>();

        for (ShownCommand command : shown()) {
            List<String> problems = problems(command);
            if (!problems.isEmpty()) {
                wrong.put(command.toString(), problems);
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void everyCommandOfADocument_isRunInExactlyOneWay() {
        assertThat(shown()).allSatisfy(command -> assertThat(ways(command)).hasSize(1));
    }

    @Test
    void everyCommandOfCi_names_whatIsThere() {
        assertThat(CiRun.commands())
                .hasSizeGreaterThan(10)
                .filteredOn(command -> command.program().equals("mvn"))
                .allSatisfy(command ->
                        assertThat(MavenCheck.problems(command.words())).isEmpty());
    }

    @Test
    void aCommandThatNobodyRuns_isFound() {
        assertThat(Stream.of(
                        "mvn verify -Pjmh",
                        "mvn -pl redis -am verify",
                        "mvn deploy",
                        "mvn verify -DskipTests -Dtest=DocumentedCommandsTest",
                        "java -jar examples/spring-boot/target/other.jar"))
                .allSatisfy(line -> assertThat(ways(commandOf(line))).isEmpty());
    }

    @Test
    void everyTestThatRunsACommand_isThere() {
        assertThat(Stream.concat(RUN_BY.values().stream(), Stream.of(GENERATED_PROJECT)))
                .allSatisfy(file -> assertThat(Documents.ROOT.resolve(file)).isRegularFile());
    }

    @Test
    void everyEntryOfTheLists_isStillShown() {
        List<String> shown = shown().stream().map(DocumentedCommandsTest::line).toList();
        List<String> text = Documents.all().stream().map(Documents::read).toList();

        assertThat(Stream.concat(RUN_BY.keySet().stream(), BY_HAND.keySet().stream()))
                .allSatisfy(start -> assertThat(shown).anyMatch(line -> line.startsWith(start)));
        assertThat(NO_COMMANDS).allSatisfy(start -> assertThat(text).anyMatch(page -> page.contains(start)));
    }

    @Test
    void theReadmesCommands_areFound() {
        assertThat(shown())
                .filteredOn(command -> command.document().equals(Path.of("README.md")))
                .extracting(ShownCommand::text)
                .contains("mvn verify", "mvn verify -Pperf")
                .anyMatch(text -> text.startsWith("java -jar client-bench/target/multipool-bench.jar run")
                        && text.endsWith("--warmup 10s --duration 10s"));
    }

    @Test
    void aCommandThatDoesNotWork_isAProblem() {
        assertThat(Stream.of(
                        "mvn verfy",
                        "mvn verify -Pperfect",
                        "mvn -pl pool verify",
                        "mvn verify -Dtest=NoSuchTest",
                        "mvn verify -Dperf.argz=x",
                        "java -jar rpc-server/target/multipool-server.jar --prt 8000",
                        "java -jar rpc-server/target/multipool-server.jar --set server.prot=8000",
                        "java -jar client-bench/target/multipool-bench.jar run --target a:1 --users many",
                        "java -jar perf-tests/target/multipool-lab.jar no-such-command",
                        "java -jar perf-tests/target/multipool-lab.jar run --experiment no-such-experiment",
                        "java -jar target/other.jar",
                        "kubectl apply -f deploy"))
                .allSatisfy(line -> assertThat(problems(commandOf(line))).hasSize(1));
    }

    /** What {@code -Pdocumented} runs, each once. */
    static List<JarCommand> runHere() {
        return JarCommand.distinct(shown().stream()
                .filter(command -> !CiRun.covers(command) && !isRunByATest(command))
                .toList());
    }

    private static ShownCommand commandOf(String line) {
        return new ShownCommand(Path.of("README.md"), line, ShellWords.of(line));
    }

    private static boolean isRunByATest(ShownCommand command) {
        return RUN_BY.keySet().stream().anyMatch(line(command)::startsWith);
    }

    /** Who runs it. */
    private static List<String> ways(ShownCommand command) {
        List<String> ways = new ArrayList<>();
        String line = line(command);
        RUN_BY.entrySet().stream()
                .filter(entry -> line.startsWith(entry.getKey()))
                .forEach(entry -> ways.add(entry.getValue()));
        BY_HAND.entrySet().stream()
                .filter(entry -> line.startsWith(entry.getKey()))
                .forEach(entry -> ways.add(entry.getValue()));
        if (command.isOfGeneratedProject()) {
            ways.add(GENERATED_PROJECT);
        } else if (CiRun.covers(command)) {
            ways.add(".ci/run");
        } else if (!isRunByATest(command)) {
            JarCommand.of(command).ifPresent(run -> ways.add("as one that " + run.way()));
        }
        return ways;
    }

    private static List<ShownCommand> shown() {
        List<ShownCommand> commands = new ArrayList<>();
        for (Path document : Documents.all()) {
            String markdown = Documents.read(document);
            Documents.blocks(markdown).stream()
                    .filter(block ->
                            NO_COMMANDS.stream().noneMatch(start -> block.get(0).startsWith(start)))
                    .forEach(block -> commands.addAll(Documents.commands(document, block)));
            commands.addAll(Documents.inline(document, markdown));
        }
        return commands;
    }

    private static List<String> problems(ShownCommand command) {
        String line = line(command);
        if (Stream.concat(RUN_BY.keySet().stream(), BY_HAND.keySet().stream()).anyMatch(line::startsWith)) {
            return List.of();
        }
        if (command.isOfGeneratedProject() || (command.program().equals("java") && CiRun.covers(command))) {
            return List.of();
        }
        if (command.program().equals("mvn")) {
            return MavenCheck.problems(command.words());
        }
        List<String> jarAndArguments = command.after("-jar");
        if (command.program().equals("java") && !jarAndArguments.isEmpty() && JarCheck.knows(jarAndArguments.get(0))) {
            return JarCheck.problems(
                    jarAndArguments.get(0),
                    jarAndArguments.subList(1, jarAndArguments.size()),
                    Documents.read(command.document()));
        }
        return List.of("unknown (expected: a command that a test runs, listed in "
                + DocumentedCommandsTest.class.getSimpleName() + ")");
    }

    private static String line(ShownCommand command) {
        return String.join(" ", command.words());
    }
}
