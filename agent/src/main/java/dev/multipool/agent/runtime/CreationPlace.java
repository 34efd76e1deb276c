package dev.multipool.agent.runtime;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a pool was made: the first class on the stack that is neither the JDK's nor a framework's. */
final class CreationPlace {

    private static final List<String> MAKERS = List.of(
            "java.",
            "javax.",
            "jdk.",
            "com.sun.",
            "dev.multipool.agent.runtime.",
            "org.springframework.",
            "com.google.common.",
            "org.apache.commons.pool2.",
            "org.apache.commons.dbcp2.",
            "org.apache.hc.");
    /** Pools of the JDK for its own use, which nobody sizes. */
    private static final List<String> OF_THE_JVM = List.of("sun.rmi.", "sun.management.", "com.sun.jmx.");

    private CreationPlace() {}

    /** {@code Class:line}, or null when only the JDK and frameworks are on the stack. */
    static @Nullable String find() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !startsWithOneOf(MAKERS, frame))
                        .findFirst()
                        .map(frame -> frame.getClassName().replaceFirst(".*\\.", "") + "-" + frame.getLineNumber()))
                .orElse(null);
    }

    /** Whether the JVM itself makes a pool. */
    static boolean isTheJvms() {
        return StackWalker.getInstance().walk(frames -> frames.anyMatch(frame -> startsWithOneOf(OF_THE_JVM, frame)));
    }

    private static boolean startsWithOneOf(List<String> packages, StackFrame frame) {
        String name = frame.getClassName();
        return packages.stream().anyMatch(name::startsWith);
    }
}
