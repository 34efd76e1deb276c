package dev.multipool.perf.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** The rooms of the laboratory: the engine makes runs, and knows nothing of what they are made for. */
final class LaboratoryRooms {
    /** What makes, watches and judges runs. */
    static final List<String> ENGINE = rooms("run", "session", "process", "machine", "result", "diagnosis", "sampling");

    /** What asks for runs, and what people read. */
    private static final List<String> USERS = rooms(
            "search",
            "sizing",
            "confirmation",
            "check",
            "proposal",
            "description",
            "knob",
            "service",
            "http",
            "foreign",
            "report");

    private LaboratoryRooms() {}

    static ArchRule theEngineKnowsNoSearch() {
        return knowsNoSearch(ENGINE.toArray(String[]::new));
    }

    /** The same rule for any rooms. */
    static ArchRule knowsNoSearch(String... rooms) {
        return noClasses()
                .that()
                .resideInAnyPackage(andBelow(List.of(rooms)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(andBelow(USERS));
    }

    private static List<String> rooms(String... names) {
        return Stream.of(names).map(name -> "dev.multipool.laboratory." + name).toList();
    }

    private static String[] andBelow(List<String> rooms) {
        return rooms.stream().map(room -> room + "..").toArray(String[]::new);
    }
}
