package dev.multipool.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Another agent, such as one that follows a request from thread to thread, may put a wrapper around a task after it was offered
 * and before it is queued. Then the pool's thread gets another object than the caller offered.
 *
 * <p>Only such an agent has classes on the bootstrap class path that are not the JDK's.
 *
 * <p><b>Threads:</b> any.
 */
final class ForeignWrappers {

    /** By class: the field with what is wrapped; empty for a class that wraps nothing. */
    private static final ClassValue<Optional<VarHandle>> WRAPPED = new ClassValue<>() {
        @Override
        protected Optional<VarHandle> computeValue(Class<?> type) {
            return wrapped(type);
        }
    };

    private ForeignWrappers() {}

    /** What another agent has put a wrapper around, or null when this is no such wrapper. */
    static @Nullable Object inner(Object task) {
        Class<?> type = task.getClass();
        if (type.getClassLoader() != null || type.getModule().isNamed()) {
            return null;
        }
        VarHandle field = WRAPPED.get(type).orElse(null);
        return field == null ? null : (Object) field.get(task);
    }

    private static Optional<VarHandle> wrapped(Class<?> type) {
        Field only = null;
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && Runnable.class.isAssignableFrom(field.getType())) {
                if (only != null) {
                    return Optional.empty();
                }
                only = field;
            }
        }
        try {
            return only == null
                    ? Optional.empty()
                    : Optional.of(MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                            .unreflectVarHandle(only));
        } catch (IllegalAccessException e) {
            return Optional.empty();
        }
    }
}
