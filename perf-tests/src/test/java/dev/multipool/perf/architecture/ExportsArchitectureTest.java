package dev.multipool.perf.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.multipool.perf.architecture.planted.Intruder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No module looks into another one: it uses what the other one exports. */
@Timeout(180)
@Tag("once")
class ExportsArchitectureTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(dev\\.multipool(?!\\.example)(?:\\.[a-z]\\w*)+)\\.[A-Z]");

    @Test
    void everyPackage_isOfAModule() {
        Exports.everyPackageIsOfAModule().check(MainClasses.ALL);
    }

    @Test
    void everyModule_usesOfOthersWhatTheyExport() {
        Exports.onlyExportedPackagesAreUsed().check(MainClasses.ALL);
    }

    @Test
    void whatIsExported_namesNothingThatIsNot() {
        Exports.exportedTypesNameExportedOnes(Modules::isOpen).check(MainClasses.ALL);
    }

    @Test
    void everyExport_isThere_andEveryFriendNeedsIt() {
        Set<String> packages =
                MainClasses.ALL.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());

        assertThat(Modules.ALL).allSatisfy(module -> {
            assertThat(packages).containsAll(module.exported());
            module.friends().forEach((friend, exported) -> assertThat(exported)
                    .as("%s to %s", module.name(), friend)
                    .allMatch(name -> uses(friend, name)));
        });
    }

    @Test
    void examplesAndArchetype_useWhatStrangersMayUse() throws IOException {
        for (String folder : List.of("examples", "archetype/src/main")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                List<Path> sources = files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.toString().contains("/target/"))
                        .toList();

                assertThat(sources).isNotEmpty();
                assertThat(sources).allSatisfy(file -> assertThat(hiddenImports(Files.readString(file)))
                        .isEmpty());
            }
        }
    }

    /** The casebook's services are strangers: nothing of ours is in them, and nobody uses them. */
    @Test
    void casebook_usesNothingOfOurs_andNobodyUsesIt() throws IOException {
        for (Path file : files(ROOT.resolve("casebook"), ".java")) {
            assertThat(Files.readString(file).lines())
                    .as(file.toString())
                    .noneMatch(line -> line.matches("import (static )?dev\\.multipool\\.(?!casebook\\.).*"));
        }
        for (Path pom : files(ROOT, "pom.xml")) {
            if (!pom.startsWith(ROOT.resolve("casebook"))) {
                assertThat(pom).content().doesNotContain("multipool-casebook");
            }
        }
        assertThat(files(ROOT.resolve("casebook"), ".java")).isNotEmpty();
    }

    /** The frameworks of others see what they are found by, and no product carries them. */
    @Test
    void rivals_useTheContestantsOfPeers_andNobodyUsesThem() throws IOException {
        List<Path> sources = files(ROOT.resolve("rivals/src/main"), ".java");

        assertThat(sources).isNotEmpty().allSatisfy(file -> assertThat(Files.readString(file))
                .doesNotContainPattern(
                        "import (static )?dev\\.multipool\\.(?!perf\\.peers\\.contestant\\.|user\\.v1\\.)"));
        assertThat(files(ROOT, "pom.xml"))
                .filteredOn(pom -> !pom.startsWith(ROOT.resolve("rivals")))
                .allSatisfy(pom -> assertThat(pom).content().doesNotContain("multipool-rivals"));
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(end))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    @Test
    void hiddenImport_isFound() {
        assertThat(hiddenImports("""
                import dev.multipool.pools.Pools;
                import static dev.multipool.rpc.server.app.Main.main;
                import dev.multipool.capacity.published.PublishedTables;
                import java.util.List;
                """))
                .containsExactly("dev.multipool.rpc.server.app", "dev.multipool.capacity.published");
    }

    @Test
    void documentAndManifests_sayTheSame() throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/architecture.md")))
                .contains("|---|---|---|\n" + Modules.table() + "\n");
        for (Modules.Module module : Modules.ALL) {
            if (!module.exported().isEmpty()) {
                assertThat(Files.readString(ROOT.resolve(module.name()).resolve("pom.xml")))
                        .contains("\n  <properties>\n    <module.name>" + module.javaName() + "</module.name>\n");
            }
        }
    }

    @Test
    void eachRule_failsWhereItIsBroken() {
        JavaClasses planted = new ClassFileImporter().importClasses(Intruder.class);

        assertFails(Exports.onlyExportedPackagesAreUsed(), planted);
        assertFails(Exports.exportedTypesNameExportedOnes(type -> true), planted);
        assertFails(
                Exports.everyPackageIsOfAModule(),
                new ClassFileImporter().importClasses(ExportsArchitectureTest.class, Test.class));
    }

    /** The packages of ours that these lines import and that are not exported to everybody. */
    private static List<String> hiddenImports(String source) {
        return IMPORT.matcher(source)
                .results()
                .map(found -> found.group(1))
                .filter(name -> Modules.ALL.stream()
                        .noneMatch(module -> module.exported().contains(name)))
                .toList();
    }

    private static boolean uses(String module, String packageName) {
        return MainClasses.ALL.stream()
                .filter(type -> Modules.of(type).orElseThrow().name().equals(module))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .anyMatch(dependency -> dependency
                        .getTargetClass()
                        .getBaseComponentType()
                        .getPackageName()
                        .equals(packageName));
    }

    private static void assertFails(ArchRule rule, JavaClasses classes) {
        assertThatExceptionOfType(AssertionError.class)
                .as(rule.getDescription())
                .isThrownBy(() -> rule.check(classes));
    }
}
