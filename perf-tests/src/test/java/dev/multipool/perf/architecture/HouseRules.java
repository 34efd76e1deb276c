package dev.multipool.perf.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** What every module keeps to. */
final class HouseRules {
    private HouseRules() {}

    /** Such names collect what belongs elsewhere. */
    static ArchRule packagesSaySomething() {
        return noClasses().should().resideInAnyPackage("..util..", "..common..", "..manager..", "..impl..");
    }

    /** So that a test can bring its own time. */
    static ArchRule nanoTimeOnlyInClocks() {
        return noClasses()
                .that()
                .haveNameNotMatching(".*\\.(NanoClock(\\$SystemNanoClock)?|Deadline)")
                .should()
                .callMethod(System.class, "nanoTime");
    }

    /**
     * What a wall clock shows goes to people: nothing that is due, late or overdue hangs on it, since it jumps. Whoever
     * shows the time of day is given a Clock; a result of the laboratory says when it was made.
     */
    static ArchRule wallClockOnlyGivenOrInTheLaboratory() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("dev.multipool.bench..", "dev.multipool.perf..")
                .or()
                .resideInAPackage("..architecture.util")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now");
    }

    static ArchRule noJavaUtilLogging() {
        return noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");
    }

    /** A library leaves the console to whoever uses it. */
    static ArchRule consoleOnlyInApplications() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("..app..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err");
    }
}
