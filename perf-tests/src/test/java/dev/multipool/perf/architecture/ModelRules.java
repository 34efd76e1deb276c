package dev.multipool.perf.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/** The model is pure: the same figures for the same seed, today and elsewhere. */
final class ModelRules {
    static final String MODEL = "dev.multipool.capacity..";

    /** Calculations, values, and what a resource of the own jar is read with. All else is left out, so also what comes. */
    private static final DescribedPredicate<JavaClass> PURE = resideInAnyPackage(
                    MODEL,
                    "dev.multipool.pools..",
                    "java.lang",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.nio.charset",
                    "java.util",
                    "java.util.function",
                    "java.util.regex",
                    "java.util.stream",
                    "org.HdrHistogram",
                    "org.jspecify.annotations")
            .or(belongToAnyOf(Duration.class, IOException.class, InputStream.class, UncheckedIOException.class))
            .or(describe("primitive types and arrays", type -> type.isPrimitive() || type.isArray()));

    private static final DescribedPredicate<JavaClass> IMPURE = belongToAnyOf(
            Thread.class,
            ThreadLocal.class,
            Runtime.class,
            Process.class,
            ProcessBuilder.class,
            Random.class,
            UUID.class,
            java.util.Timer.class,
            java.util.Date.class,
            java.util.Calendar.class);

    /** Of System nothing but what copies arrays and ends lines. */
    private static final Set<String> PURE_SYSTEM_CALLS = Set.of("arraycopy", "lineSeparator");

    private ModelRules() {}

    static ArchRule dependsOnPureTypesOnly(String model) {
        return noClasses()
                .that()
                .resideInAPackage(model)
                .should()
                .dependOnClassesThat(not(PURE).or(IMPURE))
                .because("the model has no threads, no clock and no input or output");
    }

    static ArchRule callsNothingThatDiffersFromRunToRun(String model) {
        return noClasses()
                .that()
                .resideInAPackage(model)
                .should()
                .callMethodWhere(describe("calls the system", ModelRules::asksTheSystem))
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(SplittableRandom.class)
                .because("all randomness comes from a seed that the caller gives");
    }

    private static boolean asksTheSystem(JavaCall<?> call) {
        return call.getTargetOwner().isEquivalentTo(System.class) && !PURE_SYSTEM_CALLS.contains(call.getName());
    }
}
