package dev.multipool.perf.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** Which module may depend on which, as docs/architecture.md draws it. */
final class Arrows {
    static final String ROOT = "dev.multipool";

    static final List<String> MODULES = List.of(
            "dev.multipool.pools",
            "dev.multipool.capacity",
            "dev.multipool.rpc.protocol",
            "dev.multipool.user",
            "dev.multipool.item",
            "dev.multipool.mock",
            "dev.multipool.redis",
            "dev.multipool.redis.source",
            "dev.multipool.rpc.client",
            "dev.multipool.opentelemetry",
            "dev.multipool.rpc.server",
            "dev.multipool.bench",
            "dev.multipool.agent",
            "dev.multipool.laboratory",
            "dev.multipool.jmeter",
            "dev.multipool.spring",
            "dev.multipool.perf");

    /** Modules that hold no class yet; one that gets its first must leave this list, or its arrows look at nothing. */
    static final List<String> STILL_EMPTY = List.of();

    private static final String POOLS = "dev.multipool.pools..";
    private static final String CAPACITY = "dev.multipool.capacity..";
    private static final String PROTOCOL = "dev.multipool.rpc.protocol..";
    private static final String USER = "dev.multipool.user..";
    private static final String ITEM = "dev.multipool.item..";
    private static final String MOCK = "dev.multipool.mock..";
    private static final String REDIS = "dev.multipool.redis..";
    private static final String REDIS_SOURCE = "dev.multipool.redis.source..";
    private static final String CLIENT = "dev.multipool.rpc.client..";
    private static final String OPENTELEMETRY = "dev.multipool.opentelemetry..";
    private static final String SERVER = "dev.multipool.rpc.server..";
    private static final String SERVER_APP = "dev.multipool.rpc.server.app..";
    private static final String BENCH = "dev.multipool.bench..";
    private static final String AGENT = "dev.multipool.agent..";
    private static final String LABORATORY = "dev.multipool.laboratory..";
    private static final String JMETER = "dev.multipool.jmeter..";
    private static final String SPRING = "dev.multipool.spring..";

    private Arrows() {}

    static List<ArchRule> all() {
        return List.of(
                onlyTo(POOLS),
                onlyTo(CAPACITY, POOLS),
                onlyTo(PROTOCOL, USER),
                onlyTo(USER, PROTOCOL),
                onlyTo(ITEM, PROTOCOL),
                onlyTo(MOCK, PROTOCOL),
                onlyTo(REDIS, PROTOCOL, USER, ITEM, POOLS),
                onlyTo(CLIENT, PROTOCOL, USER),
                onlyTo(OPENTELEMETRY, PROTOCOL, ITEM, POOLS, REDIS),
                serverLibrary(),
                onlyTo(SERVER_APP, SERVER, PROTOCOL, USER, ITEM, MOCK, POOLS, REDIS, CAPACITY, OPENTELEMETRY),
                opentelemetrysClasses(),
                onlyTo(BENCH, POOLS, CAPACITY, CLIENT, PROTOCOL, USER, ITEM, MOCK),
                onlyTo(AGENT, POOLS),
                nothingTo(AGENT),
                onlyTo(LABORATORY, BENCH, CAPACITY, POOLS),
                onlyTheLaboratoryTo(LABORATORY),
                onlyTo(JMETER, CLIENT, PROTOCOL, USER, ITEM),
                nothingTo(JMETER),
                onlyTo(SPRING, SERVER, PROTOCOL, POOLS, OPENTELEMETRY),
                nothingTo(SPRING),
                nothingOf(SPRING, SERVER_APP),
                onlyTheLaboratoryTo(REDIS_SOURCE),
                nothingTo("dev.multipool.perf.."));
    }

    /** Of ours, a package may depend on itself and on these. */
    static ArchRule onlyTo(String from, String... to) {
        String[] allowed = Stream.concat(Stream.of(from), Stream.of(to)).toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(from)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(not(resideInAPackage(ROOT + ".."))))
                .allowEmptyShould(STILL_EMPTY.stream().anyMatch(from::startsWith));
    }

    private static ArchRule serverLibrary() {
        return classes()
                .that()
                .resideInAPackage(SERVER)
                .and()
                .resideOutsideOfPackage(SERVER_APP)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(SERVER, PROTOCOL, USER, POOLS)
                        .and(not(resideInAPackage(SERVER_APP)))
                        .or(not(resideInAPackage(ROOT + ".."))));
    }

    /** Who embeds a library, or runs a server that traces nothing, needs no class of OpenTelemetry. */
    private static ArchRule opentelemetrysClasses() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(OPENTELEMETRY)
                .and()
                .haveNameNotMatching(".*\\.(OtlpTraces|MultipoolTracingAutoConfiguration)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.opentelemetry..", OPENTELEMETRY);
    }

    /** Production code finds what is for trying by ServiceLoader, or does without. */
    private static ArchRule onlyTheLaboratoryTo(String module) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(module, "dev.multipool.perf..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(module);
    }

    private static ArchRule nothingOf(String from, String to) {
        return noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(to);
    }

    static ArchRule nothingTo(String module) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(module)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(module);
    }
}
