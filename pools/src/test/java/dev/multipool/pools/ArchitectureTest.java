package dev.multipool.pools;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses MAIN =
            new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("dev.multipool.pools");

    @Test
    void pools_dependOnTheJdkAndThreeLibrariesOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.multipool.pools..",
                        "java..",
                        "javax.management..",
                        "jdk.jfr..",
                        "org.HdrHistogram..",
                        "org.slf4j..",
                        "org.jspecify.annotations..")
                .check(MAIN);
    }

    @Test
    void packagesUnderTheApi_pointInOneDirection() {
        slices().matching("dev.multipool.pools.(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void time_isReadInOneClass() {
        noClasses()
                .that()
                .doNotHaveSimpleName("SystemNanoClock")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(MAIN);
    }
}
