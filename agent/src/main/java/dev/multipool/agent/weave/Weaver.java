package dev.multipool.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Weaves code into classes as they are loaded, and into those that are there. Only the code of methods changes, so each class
 * can be given back as it was.
 *
 * <p><b>Threads:</b> the JVM calls {@link #transform} on whatever thread loads a class; the rest belongs to one thread.
 */
final class Weaver implements ClassFileTransformer {

    private final Instrumentation instrumentation;
    private final Map<String, List<AsmVisitorWrapper>> changes = new HashMap<>();
    /** Names of classes by their last part: a jar may hold a library in a package of its own, below which its names go on. */
    private final Map<String, List<String>> namesByLastPart = new HashMap<>();

    private final Consumer<String> say;
    /** Those that were there are woven; what comes now is loaded. */
    private volatile boolean isWeaving;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** @param say is told, once, of a class that can't be woven when it is loaded */
    Weaver(Instrumentation instrumentation, List<Library> libraries, Consumer<String> say) {
        this.instrumentation = instrumentation;
        this.say = say;
        for (Library library : libraries) {
            for (Library.Weave weave : library.weaves()) {
                changes.computeIfAbsent(weave.className().replace('.', '/'), name -> new ArrayList<>())
                        .add(weave.change());
            }
        }
        for (String name : changes.keySet()) {
            namesByLastPart
                    .computeIfAbsent(lastPart(name), part -> new ArrayList<>())
                    .add(name);
        }
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** What is woven into a class, whatever package its library was moved to; null for nothing. */
    private @Nullable List<AsmVisitorWrapper> changesOf(String className) {
        List<AsmVisitorWrapper> its = changes.get(className);
        if (its != null) {
            return its;
        }
        List<String> alike = namesByLastPart.get(lastPart(className));
        if (alike != null) {
            for (String name : alike) {
                if (className.endsWith("/" + name)) {
                    return changes.get(name);
                }
            }
        }
        return null;
    }

    /**
     * Begins to weave.
     *
     * @throws IllegalStateException when a class can't be woven; those that were are given back
     */
    void weave() {
        loadClassesOfTheJdk();
        instrumentation.addTransformer(this, true);
        Throwable failed;
        try {
            retransform();
            failed = failure.get();
            isWeaving = true;
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
            failed = e;
        }
        if (failed != null) {
            unweave();
            throw new IllegalStateException("a class can't be woven: " + failed, failed);
        }
    }

    /** One that is woven when it is first used keeps its first users waiting, and their waits are not told right. */
    private void loadClassesOfTheJdk() {
        for (String name : changes.keySet()) {
            if (name.startsWith("java/")) {
                try {
                    Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
                } catch (ClassNotFoundException e) {
                    // another JDK has it
                }
            }
        }
    }

    /** Gives the classes back as they were. */
    void unweave() {
        instrumentation.removeTransformer(this);
        try {
            retransform();
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
            throw new IllegalStateException("a class can't be given back as it was: " + e, e);
        }
    }

    private void retransform() throws UnmodifiableClassException {
        List<Class<?>> there = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (changesOf(type.getName().replace('.', '/')) != null && instrumentation.isModifiableClass(type)) {
                there.add(type);
            }
        }
        if (!there.isEmpty()) {
            instrumentation.retransformClasses(there.toArray(Class<?>[]::new));
        }
    }

    @Override
    @SuppressWarnings("NullAway") // null is how the interface says that nothing changes
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        List<AsmVisitorWrapper> itsChanges = className == null ? null : changesOf(className);
        if (itsChanges == null || className == null) {
            return null;
        }
        try {
            return woven(loader, className.replace('/', '.'), classFile, itsChanges);
        } catch (Throwable e) {
            // the class is used as it is
            if (failure.compareAndSet(null, e) && isWeaving) {
                say.accept("pools of " + className.replace('/', '.') + " are not observed: " + e);
            }
            return null;
        }
    }

    private static byte[] woven(
            @Nullable ClassLoader loader, String name, byte[] classFile, List<AsmVisitorWrapper> itsChanges) {
        ClassFileLocator others = loader == null
                ? ClassFileLocator.ForClassLoader.ofBootLoader()
                : ClassFileLocator.ForClassLoader.of(loader);
        ClassFileLocator locator = new ClassFileLocator.Compound(ClassFileLocator.Simple.of(name, classFile), others);
        TypeDescription type =
                TypePool.Default.WithLazyResolution.of(locator).describe(name).resolve();
        DynamicType.Builder<?> builder = new ByteBuddy()
                .with(TypeValidation.DISABLED)
                // what a class inherits may be another agent's, whose class files no loader shows
                .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
                .decorate(type, locator);
        for (AsmVisitorWrapper change : itsChanges) {
            builder = builder.visit(change);
        }
        return builder.make().getBytes();
    }
}
