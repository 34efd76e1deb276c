package dev.multipool.perf.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.multipool.perf.architecture.util.Planted;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The arrows between the modules and what every module keeps to; this module is the one that sees them all. */
@Timeout(180)
@Tag("once")
class ArchitectureTest {
    private static final JavaClasses CLASSES = MainClasses.ALL;

    @Test
    void everyModule_dependsOnlyOnThoseThatItsArrowsPointTo() {
        Arrows.all().forEach(rule -> rule.check(CLASSES));
    }

    @Test
    void everyModule_isSeen() {
        assertThat(Arrows.MODULES.stream().filter(module -> CLASSES.stream()
                        .noneMatch(type -> type.getPackageName().startsWith(module))))
                .as("modules without a class that was looked at")
                .isSubsetOf(Arrows.STILL_EMPTY);
    }

    @Test
    void noPackage_hasANameThatSaysNothing() {
        HouseRules.packagesSaySomething().check(CLASSES);
    }

    @Test
    void time_isReadByClocksOnly() {
        HouseRules.nanoTimeOnlyInClocks().check(CLASSES);
    }

    @Test
    void wallClock_isGivenToWhoeverShowsTheTimeOfDay() {
        HouseRules.wallClockOnlyGivenOrInTheLaboratory().check(CLASSES);
    }

    @Test
    void logging_goesThroughSlf4j() {
        HouseRules.noJavaUtilLogging().check(CLASSES);
    }

    @Test
    void consoles_belongToApplications() {
        HouseRules.consoleOnlyInApplications().check(CLASSES);
    }

    @Test
    void theModel_isPure() {
        ModelRules.dependsOnPureTypesOnly(ModelRules.MODEL).check(CLASSES);
        ModelRules.callsNothingThatDiffersFromRunToRun(ModelRules.MODEL).check(CLASSES);
    }

    @Test
    void theEngineOfTheLaboratory_knowsNoSearch() {
        LaboratoryRooms.theEngineKnowsNoSearch().check(CLASSES);
    }

    @Test
    void everyRoomOfTheEngine_isSeen() {
        assertThat(LaboratoryRooms.ENGINE)
                .allSatisfy(room -> assertThat(CLASSES.stream().map(JavaClass::getPackageName))
                        .anyMatch(room::equals));
    }

    @Test
    void theRuleOfTheEngine_failsWhereItIsBroken() {
        assertFails(LaboratoryRooms.knowsNoSearch("dev.multipool.laboratory.search"), CLASSES);
    }

    @Test
    void eachModelRule_failsWhereItIsBroken() {
        JavaClasses planted = new ClassFileImporter().importPackagesOf(Planted.class);

        assertFails(ModelRules.dependsOnPureTypesOnly("..util"), planted);
        assertFails(ModelRules.callsNothingThatDiffersFromRunToRun("..util"), planted);
    }

    @Test
    void eachHouseRule_failsWhereItIsBroken() {
        JavaClasses planted = new ClassFileImporter().importPackagesOf(Planted.class);

        List.of(
                        HouseRules.packagesSaySomething(),
                        HouseRules.nanoTimeOnlyInClocks(),
                        HouseRules.wallClockOnlyGivenOrInTheLaboratory(),
                        HouseRules.noJavaUtilLogging(),
                        HouseRules.consoleOnlyInApplications())
                .forEach(rule -> assertFails(rule, planted));
    }

    @Test
    void anArrow_failsWhereItIsBroken() {
        // reads this module as if it were one that may depend on nothing of ours
        JavaClasses laboratory = CLASSES.that(resideInAPackage("dev.multipool.perf.."));

        assertFails(Arrows.onlyTo("dev.multipool.perf.."), laboratory);
        assertFails(Arrows.nothingTo("dev.multipool.bench.."), laboratory);
    }

    private static void assertFails(ArchRule rule, JavaClasses classes) {
        assertThatExceptionOfType(AssertionError.class)
                .as(rule.getDescription())
                .isThrownBy(() -> rule.check(classes));
    }
}
