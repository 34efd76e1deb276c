package dev.multipool.agent.libraries;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/** Calls the public methods of pools whose classes the agent can't name. */
final class PoolCalls {

    private PoolCalls() {}

    /** Whether the object's class, or one above it, has this name, or this name below the package that a jar moved it to. */
    static boolean isA(String className, Object object) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            String name = type.getName();
            if (name.equals(className) || name.endsWith("." + className)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is such a getter. */
    static boolean has(Object target, String getter) {
        return Arrays.stream(target.getClass().getMethods())
                .anyMatch(method -> method.getName().equals(getter));
    }

    /** Calls a getter. */
    static Object get(Object target, String getter) {
        return invoke(target, getter, new Class<?>[0]);
    }

    /** Calls a getter of a number. */
    static int number(Object target, String getter) {
        return ((Number) get(target, getter)).intValue();
    }

    /** Calls a setter of a number. */
    static void set(Object target, String setter, int value) {
        invoke(target, setter, new Class<?>[] {int.class}, value);
    }

    private static Object invoke(Object target, String name, Class<?>[] types, Object... arguments) {
        try {
            return target.getClass().getMethod(name, types).invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    target.getClass().getName() + "." + name + Arrays.toString(types) + " can't be called", e);
        }
    }

    /** Reads a public field, whose class may be hidden. */
    static Object field(Object target, String name) {
        try {
            Field field = target.getClass().getField(name);
            field.setAccessible(true);
            return field.get(target);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(target.getClass().getName() + "." + name + " can't be read", e);
        }
    }
}
