package dev.multipool.laboratory.proposal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.laboratory.description.Constraint;
import dev.multipool.laboratory.description.DescriptionException;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.ReadBack;
import dev.multipool.laboratory.description.Ready;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.knob.JvmLook.BeanValue;
import dev.multipool.laboratory.knob.JvmLook.Seen;
import dev.multipool.laboratory.proposal.ServiceFacts.Listener;
import dev.multipool.laboratory.proposal.ServiceFacts.Program;
import dev.multipool.laboratory.proposal.ServiceFacts.Sample;
import dev.multipool.laboratory.result.KnobWay;
import dev.multipool.laboratory.service.ListeningPort;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What was seen of a service becomes a description that can be read. */
class ProposalTest {
    private static final Program SPRING =
            new Program("org.springframework.boot.loader.launch.JarLauncher", "shop.jar ");
    private static final Sample PRODUCTS = new Sample(new ApiPath("/products/{id}", List.of("id")), 200);

    @Test
    void writableBeans_becomeLiveKnobsWithTodaysValueAndAConstraint() {
        ServiceDescription read = read(facts("java -jar shop.jar --server.port=8080", Program.UNKNOWN, beans()));

        assertThat(read.knobs())
                .extracting(Knob::name, Knob::way)
                .containsExactly(
                        tuple(
                                "hikari",
                                new KnobWay.JmxAttribute("com.zaxxer.hikari:type=PoolConfig (*)", "MaximumPoolSize")),
                        tuple("tomcat", new KnobWay.JmxAttribute("Tomcat:type=ThreadPool,name=*", "maxThreads")));
        assertThat(read.knobs().get(0).values()).isEqualTo(range(2, 80, 10));
        assertThat(read.knobs().get(1).values()).isEqualTo(range(25, 320, 40));
        assertThat(read.constraints()).extracting(Constraint::toString).containsExactly("hikari <= tomcat");
    }

    @Test
    void portInTheCommand_becomesThePlaceholder() {
        assertThat(command("java -Dserver.port=8080 -Dpeer=http://other:8080 -jar shop.jar"))
                .containsExactly("java", "-Dserver.port={port}", "-Dpeer=http://other:8080", "-jar", "shop.jar");
        assertThat(command("java Shop.java 8080 --peer=8080"))
                .containsExactly("java", "Shop.java", "{port}", "--peer=8080");
        assertThat(command("java Shop.java --listen=127.0.0.1:8080"))
                .containsExactly("java", "Shop.java", "--listen=127.0.0.1:{port}");
    }

    @Test
    void portInAVariable_becomesThePlaceholder() {
        ServiceDescription read =
                read(facts("java -jar shop.jar", Program.UNKNOWN, beans(), Map.of("SHOP_PORT", "8080")));

        assertThat(launch(read).environment()).containsExactlyEntriesOf(Map.of("SHOP_PORT", "{port}"));
        assertThat(read.load().target().port()).isEqualTo("{port}");
    }

    @Test
    void portNowhere_staysFixedAndACommentSaysSo() {
        ServiceFacts facts = facts("java -Xmx8080m -jar shop.jar", Program.UNKNOWN, beans());

        ServiceDescription read = read(facts);

        assertThat(launch(read).command()).contains("-Xmx8080m");
        assertThat(read.load().target().port()).isEqualTo("8080");
        assertThat(launch(read).ready()).isEqualTo(new Ready.Http("http://127.0.0.1:8080/health"));
        assertThat(yaml(facts)).contains("# port 8080 stands neither in the command nor in a variable; it is fixed");
    }

    @Test
    void springBootWithoutBeans_getsItsVariablesAndKnobsByThreadNames() {
        Seen jvm = new Seen(Map.of(), List.of("HikariPool-1:housekeeper", "http-nio-8080-exec-1"), List.of());

        ServiceDescription read = read(facts("java -jar shop.jar", SPRING, jvm));

        assertThat(launch(read).environment())
                .containsEntry("SERVER_PORT", "{port}")
                .containsEntry("SPRING_JMX_ENABLED", "true")
                .containsEntry("SERVER_TOMCAT_MBEANREGISTRY_ENABLED", "true")
                .containsEntry("SPRING_DATASOURCE_HIKARI_REGISTER_MBEANS", "true");
        Knob tomcat = read.knobs().get(0);
        assertThat(tomcat.way()).isEqualTo(new KnobWay.Environment("SERVER_TOMCAT_THREADS_MAX"));
        assertThat(tomcat.readBack()).isEqualTo(new ReadBack.Jmx("Tomcat:type=ThreadPool,name=*", "maxThreads"));
        assertThat(tomcat.values()).isEqualTo(range(50, 1600, 200));
        assertThat(read.knobs().get(1).isLive()).isTrue();
    }

    @Test
    void springBootSettingInTheCommand_becomesThePlaceholderOfItsKnob() {
        Seen jvm = new Seen(Map.of(), List.of("http-nio-8080-exec-1"), List.of());

        ServiceDescription read = read(facts("java -jar shop.jar --server.tomcat.threads.max=12", SPRING, jvm));

        assertThat(launch(read).command()).endsWith("--server.tomcat.threads.max={tomcat}");
        assertThat(read.knobs().get(0).way()).isEqualTo(new KnobWay.Placeholder());
        assertThat(read.knobs().get(0).values()).isEqualTo(range(3, 96, 12));
    }

    @Test
    void readOnlyBean_isAValueToEditThatIsReadBack() {
        Seen jvm = beans(
                new BeanValue(KnownPool.MULTIPOOL.bean(), "dev.multipool:type=Pool,name=a", "MaxThreads", "8", false));
        ServiceFacts facts = facts("java -jar shop.jar --port 8080", Program.UNKNOWN, jvm);

        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> read(facts))
                .withMessageContaining("knobs.threads.env: 'EDIT-ME' is left to edit");
        ServiceDescription read = edited(facts);
        assertThat(read.knobs().get(0).readBack())
                .isEqualTo(new ReadBack.Jmx("dev.multipool:type=Pool,name=*", "MaxThreads"));
    }

    @Test
    void nothingKnown_leavesMarkedValues() {
        Listener plain = new Listener(port(8080), false, null, null);
        ServiceFacts facts = facts("java -jar shop.jar 8080", Program.UNKNOWN, Map.of(), List.of(plain), null);

        ServiceDescription read = edited(facts);

        assertThat(launch(read).ready()).isEqualTo(new Ready.Tcp("127.0.0.1:{port}"));
        assertThat(Proposer.propose(facts).isToEdit()).isTrue();
        assertThat(ProposalExplanation.of(facts, Proposer.propose(facts)))
                .contains("not found: a port that speaks HTTP/1.1", "not found: a JVM that tells of its pools");
    }

    @Test
    void severalPoolsOfAKind_haveAKnobEachAndAtMostSix() {
        List<BeanValue> eight = new ArrayList<>();
        IntStream.rangeClosed(1, 8)
                .forEach(i -> eight.add(new BeanValue(
                        KnownPool.HIKARI.bean(),
                        "com.zaxxer.hikari:type=PoolConfig (" + i + ")",
                        "MaximumPoolSize",
                        "10",
                        true)));
        ServiceFacts facts = facts("java -jar shop.jar 8080", Program.UNKNOWN, new Seen(Map.of(), List.of(), eight));

        assertThat(read(facts).knobs())
                .extracting(Knob::name)
                .containsExactly("hikari", "hikari-2", "hikari-3", "hikari-4", "hikari-5", "hikari-6");
        assertThat(yaml(facts)).contains("left out, as there are at most 6 knobs: hikari-7");
    }

    @Test
    void sizeThatIsNoNumberAboveZero_isNoKnob() {
        Seen jvm = beans(
                new BeanValue(KnownPool.TOMCAT.bean(), "Tomcat:type=ThreadPool,name=a", "maxThreads", "-1", true),
                new BeanValue(
                        KnownPool.HIKARI.bean(),
                        "com.zaxxer.hikari:type=PoolConfig (a)",
                        "MaximumPoolSize",
                        "1",
                        true));

        List<Knob> knobs =
                read(facts("java -jar shop.jar 8080", Program.UNKNOWN, jvm)).knobs();

        assertThat(knobs).extracting(Knob::name).containsExactly("hikari");
        assertThat(knobs.get(0).values()).isEqualTo(range(1, 8, 1));
    }

    @Test
    void managementPort_tellsReadinessBesideThePortThatIsCalled() {
        List<Listener> two = List.of(
                new Listener(port(8080), true, null, PRODUCTS),
                new Listener(port(8081), true, "/actuator/health", null));

        ServiceFacts facts = facts("java -jar shop.jar --server.port=8080", Program.UNKNOWN, Map.of(), two, beans());

        ServiceDescription read = read(facts);

        assertThat(launch(read).ready()).isEqualTo(new Ready.Http("http://127.0.0.1:8081/actuator/health"));
        assertThat(read.load().target().port()).isEqualTo("{port}");
        assertThat(yaml(facts)).contains("# not the port that is called; this one is fixed, and must be free");
    }

    @Test
    void sampleWithAPlaceholder_hasValuesForIt() {
        ServiceDescription read = read(facts("java -jar shop.jar 8080", Program.UNKNOWN, beans()));

        assertThat(((HttpCalls) read.load().calls()).requests().get(0).path()).isEqualTo("/products/{id}");
        assertThat(((HttpCalls) read.load().calls()).values().get("id")).isInstanceOf(TemplateValues.Range.class);
    }

    @Test
    void oddWords_comeBackAsTheyWere() {
        List<String> odd = List.of(
                "/opt/my java/bin/java",
                "",
                "it's",
                "say \"hi\"",
                "back\\slash",
                "a: b # c",
                "tab\tline\nö",
                "-Dx={a,b}",
                "'");
        Origin.Launch launch = launch(odd);
        Listener main = new Listener(port(8080), true, "/", PRODUCTS);

        ServiceDescription read = read(new ServiceFacts(
                launch, 0, Map.of(), Set.of(), List.of(main), Program.UNKNOWN, beans(), Optional.empty()));

        assertThat(launch(read).command()).isEqualTo(odd);
        assertThat(launch(read).directory()).isEqualTo(launch.directory());
    }

    @Test
    void variablesOfItsOwn_areNamedWithoutTheirValues() {
        ServiceFacts facts =
                facts("java -jar shop.jar 8080", Program.UNKNOWN, beans(), Map.of("DB_PASSWORD", "secret"));

        assertThat(yaml(facts)).contains("# DB_PASSWORD\n").doesNotContain("secret");
        assertThat(ProposalExplanation.of(facts, Proposer.propose(facts)).toString())
                .contains("DB_PASSWORD")
                .doesNotContain("secret");
    }

    private static Seen beans(BeanValue... values) {
        return new Seen(Map.of(), List.of(), List.of(values));
    }

    private static Seen beans() {
        String hikari = "com.zaxxer.hikari:type=PoolConfig (HikariPool-1)";
        String tomcat = "Tomcat:type=ThreadPool,name=\"http-nio-8080\"";
        return beans(
                new BeanValue(KnownPool.HIKARI.bean(), hikari, "MaximumPoolSize", "10", true),
                new BeanValue(KnownPool.TOMCAT.bean(), tomcat, "maxThreads", "40", true),
                new BeanValue(KnownPool.TOMCAT.bean(), tomcat, "minSpareThreads", "25", true));
    }

    private static ServiceFacts facts(String command, Program program, Seen jvm) {
        return facts(command, program, jvm, Map.of());
    }

    private static ServiceFacts facts(String command, Program program, Seen jvm, Map<String, String> environment) {
        return facts(command, program, environment, List.of(new Listener(port(8080), true, "/health", PRODUCTS)), jvm);
    }

    private static ServiceFacts facts(
            String command,
            Program program,
            Map<String, String> environment,
            List<Listener> listeners,
            @Nullable Seen jvm) {
        return new ServiceFacts(
                launch(List.of(command.split(" "))),
                0,
                environment,
                environment.keySet(),
                listeners,
                program,
                jvm,
                Optional.empty());
    }

    private static Origin.Launch launch(List<String> words) {
        return new Origin.Launch(
                words,
                Path.of("/srv/a shop: 1"),
                Map.of(),
                new Ready.Assumed(),
                Duration.ofSeconds(60),
                Duration.ofSeconds(15));
    }

    private static ListeningPort port(int port) {
        return new ListeningPort(InetAddress.getLoopbackAddress(), port);
    }

    private static KnobValues.Range range(long min, long max, long start) {
        return new KnobValues.Range(min, max, KnobValues.Scale.LOG, start);
    }

    private static List<String> command(String command) {
        return launch(read(facts(command, Program.UNKNOWN, beans()))).command();
    }

    private static Origin.Launch launch(ServiceDescription description) {
        return (Origin.Launch) description.origin();
    }

    private static String yaml(ServiceFacts facts) {
        return ProposalYaml.of(Proposer.propose(facts));
    }

    private static ServiceDescription read(ServiceFacts facts) {
        return DescriptionReader.parse(Path.of("shop.yaml"), yaml(facts));
    }

    private static ServiceDescription edited(ServiceFacts facts) {
        String edited = yaml(facts).replace(DescriptionReader.TO_EDIT, "EDITED");
        return DescriptionReader.parse(Path.of("shop.yaml"), edited);
    }
}
