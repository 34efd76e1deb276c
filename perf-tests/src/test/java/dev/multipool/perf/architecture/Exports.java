package dev.multipool.perf.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.Predicate;

/** What {@link Modules} asks of the code. */
final class Exports {
    private Exports() {}

    static ArchRule everyPackageIsOfAModule() {
        return classes().should(be(DescribedPredicate.describe("in a package of a module", type -> Modules.of(type)
                .isPresent())));
    }

    static ArchRule onlyExportedPackagesAreUsed() {
        return classes().should(new ArchCondition<>("use of other modules what these export") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> !isAllowed(dependency))
                        .forEach(dependency ->
                                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription())));
            }
        });
    }

    private static boolean isAllowed(Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        return Modules.of(target)
                .map(module ->
                        module.lets(Modules.of(dependency.getOriginClass()).orElseThrow(), target.getPackageName()))
                .orElse(true);
    }

    /** What a stranger may call takes and gives only what a stranger may name; {@code exported} are the types to look at. */
    static ArchRule exportedTypesNameExportedOnes(Predicate<JavaClass> exported) {
        return classes()
                .that(DescribedPredicate.describe("are exported", exported))
                .should(new ArchCondition<>("name exported types only") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        type.getMembers().stream()
                                .filter(Exports::isOpen)
                                .forEach(member -> member.getAllInvolvedRawTypes().stream()
                                        .map(JavaClass::getBaseComponentType)
                                        .filter(named -> Modules.of(named).isPresent() && !Modules.isOpen(named))
                                        .forEach(hidden -> events.add(SimpleConditionEvent.violated(
                                                member, member.getFullName() + " names " + hidden.getName()))));
                    }
                });
    }

    private static boolean isOpen(JavaMember member) {
        return !member.getModifiers().contains(JavaModifier.SYNTHETIC)
                && (member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED));
    }
}
