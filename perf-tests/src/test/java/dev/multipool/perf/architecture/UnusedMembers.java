package dev.multipool.perf.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What of these classes nobody can reach. What is reached starts at the API, at {@code main}, and at what a library calls by
 * its annotation. From there it follows calls, reads of fields, and mentions of classes.
 *
 * <p>A method that overrides another one is reached with it. One that overrides a library's is reached with its class. A class
 * that is reached has its constructors reached. A component of a record is unused when neither its accessor nor its field is
 * reached.
 */
final class UnusedMembers {
    /** Who has such an annotation is called, filled or read by a library. */
    private static final List<String> FRAMEWORKS =
            List.of("picocli.", "com.fasterxml.jackson.", "org.springframework.", "jdk.jfr.", "net.bytebuddy.");

    private static final Set<String> OF_SERIALIZATION =
            Set.of("readObject", "writeObject", "readResolve", "writeReplace", "serialVersionUID");

    private final Set<JavaClass> classes;
    private final Predicate<JavaClass> api;
    private final Predicate<JavaClass> named;
    private final Predicate<JavaField> copied;
    private final Predicate<JavaClass> json;
    private final Map<JavaMethod, List<JavaMethod>> overridden = new HashMap<>();
    private final Map<JavaMethod, List<JavaMethod>> overriding = new HashMap<>();
    private final Map<JavaClass, List<JavaMember>> usedByLibraries = new HashMap<>();
    private final Set<Object> reached = new HashSet<>();
    private final Deque<Object> toFollow = new ArrayDeque<>();

    /**
     * Looks at {@code classes}. Others may use those that are {@code api}. Files name those that are {@code named}, and have
     * them started. A constant is {@code copied} where somebody reads it: javac leaves no trace of that. All of a record
     * that is {@code json} is read.
     */
    UnusedMembers(
            Collection<JavaClass> classes,
            Predicate<JavaClass> api,
            Predicate<JavaClass> named,
            Predicate<JavaField> copied,
            Predicate<JavaClass> json) {
        this.classes = new LinkedHashSet<>(classes);
        this.api = api;
        this.named = named;
        this.copied = copied;
        this.json = json;
    }

    /** Returns the full name of each. The members of a class that is unused are not told. */
    List<String> find() {
        classes.forEach(this::learnOverrides);
        classes.forEach(this::startAt);
        while (!toFollow.isEmpty()) {
            follow(toFollow.pop());
        }
        return classes.stream().flatMap(this::unusedOf).sorted().toList();
    }

    private Stream<String> unusedOf(JavaClass type) {
        if (reached.contains(type)) {
            return Stream.concat(type.getMethods().stream(), type.getFields().stream())
                    .filter(member -> !reached.contains(member) && isWritten(member))
                    .map(JavaMember::getFullName);
        }
        boolean isTold = !type.isAnonymousClass()
                && type.getEnclosingClass().map(reached::contains).orElse(true);
        return isTold ? Stream.of(type.getName()) : Stream.empty();
    }

    private void startAt(JavaClass type) {
        boolean isApi = api.test(type);
        if (isApi || named.test(type) || isForFramework(type)) {
            reach(type);
        }
        for (JavaMember member : type.getMembers()) {
            if ((isApi && isOpen(member)) || isStarted(member) || isCopied(member)) {
                reach(type);
                reach(member);
            } else if (isForFramework(member)) {
                usedByLibraries.computeIfAbsent(type, key -> new ArrayList<>()).add(member);
            }
        }
    }

    private boolean isCopied(JavaMember member) {
        return member instanceof JavaField field && isConstant(field) && copied.test(field);
    }

    private static boolean isOpen(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static boolean isStarted(JavaMember member) {
        return member instanceof JavaMethod method
                && (method.getFullName().endsWith(".main([Ljava.lang.String;)")
                        || method.getFullName().endsWith(".main(java.lang.String[])")
                        || method.getFullName().contains(".premain(")
                        || method.getFullName().contains(".agentmain(")
                        || member.getOwner().getSimpleName().endsWith("MXBean"));
    }

    private static boolean isForFramework(HasAnnotations<?> annotated) {
        return annotated.getAnnotations().stream()
                .map(annotation -> annotation.getRawType().getName())
                .anyMatch(name -> FRAMEWORKS.stream().anyMatch(name::startsWith));
    }

    /** Whoever calls a method of a type may call that of a subtype; what is inherited may implement an interface's. */
    private void learnOverrides(JavaClass type) {
        List<JavaClass> supertypes = Stream.concat(
                        type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream())
                .toList();
        boolean hasUnknown = supertypes.stream().anyMatch(supertype -> !supertype.isFullyImported());
        for (JavaClass owner = type;
                owner != null && classes.contains(owner);
                owner = owner.getRawSuperclass().orElse(null)) {
            for (JavaMethod method : owner.getMethods()) {
                if (isPrivateOrStatic(method)) {
                    continue;
                }
                if (hasUnknown && isOpen(method)) {
                    usedByLibraries
                            .computeIfAbsent(type, key -> new ArrayList<>())
                            .add(method);
                }
                for (JavaClass supertype : supertypes) {
                    same(supertype, method)
                            .filter(other -> !other.equals(method))
                            .ifPresent(other -> learnOverride(type, method, other));
                }
            }
        }
    }

    private void learnOverride(JavaClass type, JavaMethod method, JavaMethod other) {
        if (!classes.contains(other.getOwner())) {
            usedByLibraries.computeIfAbsent(type, key -> new ArrayList<>()).add(method);
        } else {
            overriding.computeIfAbsent(other, key -> new ArrayList<>()).add(method);
            overridden.computeIfAbsent(method, key -> new ArrayList<>()).add(other);
        }
    }

    private static Optional<JavaMethod> same(JavaClass owner, JavaMethod method) {
        return owner.getMethods().stream()
                .filter(other -> other.getName().equals(method.getName())
                        && !isPrivateOrStatic(other)
                        && names(other).equals(names(method)))
                .findFirst();
    }

    private static List<String> names(JavaMethod method) {
        return method.getRawParameterTypes().stream().map(JavaClass::getName).toList();
    }

    private static boolean isPrivateOrStatic(JavaMethod method) {
        return method.getModifiers().contains(JavaModifier.PRIVATE)
                || method.getModifiers().contains(JavaModifier.STATIC);
    }

    private void reach(Object node) {
        if (reached.add(node)) {
            toFollow.push(node);
        }
    }

    private void reachClass(JavaClass type) {
        JavaClass base = type.getBaseComponentType();
        if (classes.contains(base)) {
            reach(base);
        }
    }

    private void follow(Object node) {
        if (node instanceof JavaClass type) {
            followClass(type);
        } else if (node instanceof JavaCodeUnit unit) {
            followCode(unit);
        } else if (node instanceof JavaField field) {
            reachClass(field.getOwner());
            field.getAllInvolvedRawTypes().forEach(this::reachClass);
            followAnnotations(field);
        }
    }

    private void followClass(JavaClass type) {
        type.getEnclosingClass().ifPresent(this::reachClass);
        type.getAllRawSuperclasses().forEach(this::reachClass);
        type.getAllRawInterfaces().forEach(this::reachClass);
        type.getConstructors().forEach(this::reach);
        type.getStaticInitializer().ifPresent(this::reach);
        usedByLibraries.getOrDefault(type, List.of()).forEach(this::reach);
        followAnnotations(type);
    }

    private void followAnnotations(HasAnnotations<?> annotated) {
        annotated
                .getAnnotations()
                .forEach(annotation -> reachMentioned(annotation.getProperties().values()));
    }

    private void reachMentioned(Collection<Object> values) {
        for (Object value : values) {
            if (value instanceof JavaClass type) {
                reachClass(type);
            } else if (value instanceof Object[] array) {
                reachMentioned(List.of(array));
            }
        }
    }

    private void followCode(JavaCodeUnit unit) {
        reachClass(unit.getOwner());
        unit.getAllInvolvedRawTypes().forEach(this::reachClass);
        unit.getExceptionTypes().forEach(this::reachClass);
        unit.getReferencedClassObjects().forEach(mention -> reachClass(mention.getRawType()));
        unit.getInstanceofChecks().forEach(check -> reachClass(check.getRawType()));
        unit.getTryCatchBlocks().forEach(block -> block.getCaughtThrowables().forEach(this::reachClass));
        unit.getAccessesFromSelf().forEach(this::followAccess);
        followAnnotations(unit);
        if (unit instanceof JavaMethod method) {
            overriding.getOrDefault(method, List.of()).forEach(this::reach);
            overridden.getOrDefault(method, List.of()).forEach(this::reach);
        }
    }

    private void followAccess(JavaAccess<?> access) {
        AccessTarget target = access.getTarget();
        reachClass(target.getOwner());
        boolean onlyWrites = access instanceof JavaFieldAccess field && field.getAccessType() == AccessType.SET;
        if (!onlyWrites) {
            target.resolveMember().ifPresent(member -> {
                if (classes.contains(member.getOwner())) {
                    reach(member);
                }
            });
        }
    }

    /** Not made by javac, and not of a kind whose use the class files don't tell. */
    private boolean isWritten(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        JavaClass owner = member.getOwner();
        if (modifiers.contains(JavaModifier.SYNTHETIC)
                || modifiers.contains(JavaModifier.BRIDGE)
                || member.getName().contains("$")
                || OF_SERIALIZATION.contains(member.getName())) {
            return false;
        }
        if (owner.isRecord() && isComponentOf(owner, member.getName())) {
            return member instanceof JavaField
                    && !json.test(owner)
                    && !reached.contains(accessor(owner, member.getName()));
        }
        if (member instanceof JavaField field) {
            return !(owner.isEnum() && field.getRawType().equals(owner));
        }
        return !(owner.isEnum()
                        && (member.getName().equals("values")
                                || member.getName().equals("valueOf")))
                && !(owner.isRecord()
                        && Set.of("equals", "hashCode", "toString").contains(member.getName()));
    }

    private static JavaMethod accessor(JavaClass record, String name) {
        return record.getMethod(name);
    }

    private static boolean isComponentOf(JavaClass record, String name) {
        return record.getFields().stream()
                .anyMatch(field ->
                        field.getName().equals(name) && !field.getModifiers().contains(JavaModifier.STATIC));
    }

    private static boolean isConstant(JavaField field) {
        return field.getModifiers().contains(JavaModifier.FINAL)
                && (field.getRawType().isPrimitive() || field.getRawType().isEquivalentTo(String.class));
    }
}
