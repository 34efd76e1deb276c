package dev.multipool.perf.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** The rooms of the laboratory: the engine makes runs, and knows nothing of what they are made for. */
final class LaboratoryRooms {
    /** What makes, watches and judges runs. */
    static final List<String> ENGINE = rooms("run", "session", "process", "machine", "result", "diagnosis", "sampling");

    /** What asks for runs, and what people use. */
    private static final List<String> EXPERIMENTS = rooms(
            "experiment",
            "search",
            "described",
            "calibration",
            "validation",
            "service",
            "idle",
            "nested",
            "peers",
            "start",
            "published",
            "report",
            "app");

    private LaboratoryRooms() {}

    static ArchRule theEngineKnowsNoExperiment() {
        return knowsNoExperiment(ENGINE.toArray(String[]::new));
    }

    /** The same rule for any rooms. */
    static ArchRule knowsNoExperiment(String... rooms) {
        return noClasses()
                .that()
                .resideInAnyPackage(andBelow(List.of(rooms)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(andBelow(EXPERIMENTS));
    }

    private static List<String> rooms(String... names) {
        return Stream.of(names).map(name -> "dev.multipool.perf." + name).toList();
    }

    private static String[] andBelow(List<String> rooms) {
        return rooms.stream().map(room -> room + "..").toArray(String[]::new);
    }
}
