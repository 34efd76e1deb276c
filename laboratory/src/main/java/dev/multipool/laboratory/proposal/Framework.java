package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.proposal.ServiceFacts.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The frameworks that take settings from variables of the environment. One more of them is one more constant here. */
enum Framework {
    SPRING_BOOT(
            "Spring Boot",
            "org.springframework.boot.loader.",
            "spring-boot-",
            "SERVER_PORT",
            List.of(
                    "SPRING_JMX_ENABLED",
                    "SERVER_TOMCAT_MBEANREGISTRY_ENABLED",
                    "SPRING_DATASOURCE_HIKARI_REGISTER_MBEANS"),
            List.of(
                    new Setting(KnownPool.TOMCAT, "SERVER_TOMCAT_THREADS_MAX", 200, Reach.START),
                    new Setting(KnownPool.HIKARI, "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", 10, Reach.LIVE))),
    QUARKUS("Quarkus", "io.quarkus.bootstrap.runner.", "quarkus-core", "QUARKUS_HTTP_PORT", List.of(), List.of());

    /** How a pool is set before its MBean has been seen, which may have a floor. */
    enum Reach {
        /** By its MBean, which has none. */
        LIVE,
        /** By the variable, at a start. */
        START
    }

    /**
     * How a pool is set; its MBean tells what holds.
     *
     * @param variable of the environment
     * @param usual its size where nobody sets it
     */
    record Setting(KnownPool pool, String variable, int usual, Reach reach) {}

    private final String shownName;
    private final String mainClass;
    private final String library;
    private final String portVariable;

    @SuppressWarnings("ImmutableEnumChecker") // lists that can't be changed
    private final List<String> switches;

    @SuppressWarnings("ImmutableEnumChecker") // lists that can't be changed
    private final List<Setting> settings;

    Framework(
            String shownName,
            String mainClass,
            String library,
            String portVariable,
            List<String> switches,
            List<Setting> settings) {
        this.shownName = shownName;
        this.mainClass = mainClass;
        this.library = library;
        this.portVariable = portVariable;
        this.switches = switches;
        this.settings = settings;
    }

    /** The framework of a program; empty when none is recognized. */
    static Optional<Framework> of(Program program) {
        return Stream.of(values())
                .filter(each -> program.mainClass().startsWith(each.mainClass)
                        || program.libraries().contains(each.library))
                .findFirst();
    }

    /** For people. */
    String shownName() {
        return shownName;
    }

    /** The variable that says on which port it listens. */
    String portVariable() {
        return portVariable;
    }

    /** The variables by which it shows its pools as MBeans. */
    Map<String, String> showing() {
        Map<String, String> all = new TreeMap<>();
        switches.forEach(name -> all.put(name, "true"));
        return all;
    }

    /** The pools that it has a variable for. */
    List<Setting> settings() {
        return settings;
    }
}
