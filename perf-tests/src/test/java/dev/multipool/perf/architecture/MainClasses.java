package dev.multipool.perf.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;

/** The main classes of all modules, read once. */
final class MainClasses {
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            // beside the tests in every JVM that runs some
            .withImportOption(location -> !location.contains("/test-support/"))
            .importPackages(Arrows.ROOT);

    /** protoc writes them. */
    private static final Set<String> GENERATED = Set.of(
            "dev.multipool.user.v1",
            "dev.multipool.item.v1",
            "dev.multipool.mock.v1",
            "dev.multipool.rpc.protocol.meta");

    private MainClasses() {}

    /** Those that somebody wrote. */
    static List<JavaClass> written() {
        return ALL.stream()
                .filter(type -> !GENERATED.contains(type.getPackageName()) && isClass(type))
                .toList();
    }

    static boolean isClass(JavaClass type) {
        return !type.getSimpleName().equals("package-info");
    }
}
