package dev.multipool.agent.weave;

import dev.multipool.agent.runtime.PoolReader;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * A library whose pools are observed.
 *
 * <p>Its advice is copied into the library's methods, so it may use nothing but the JDK and {@link
 * dev.multipool.agent.runtime.Hooks}. A method that runs as long as its thread must not be woven: threads that are in it keep
 * its old code. Weave what it calls for each task.
 */
public interface Library {

    /** What is woven into which class. */
    List<Weave> weaves();

    /** Who reads this pool, or null when it is none of this library's. */
    @Nullable
    PoolReader reader(Object pool);

    /**
     * Something that is woven into a class.
     *
     * @param className the class, as {@link Class#getName} tells it
     * @param change what is done to its code
     */
    record Weave(String className, AsmVisitorWrapper change) {

        /** Weaves advice into the methods of a class that match. */
        public static Weave advice(
                String className, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
            ClassFileLocator ours = ClassFileLocator.ForClassLoader.of(advice.getClassLoader());
            return new Weave(className, Advice.to(advice, ours).on(methods));
        }
    }
}
