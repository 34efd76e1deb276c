package dev.multipool.agent.app;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of the jar inside of the agent's jar, which no other class loader finds. It needs no file: a container may
 * have no place to write one.
 */
final class InnerLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final Map<String, byte[]> files = new HashMap<>();

    InnerLoader(InputStream jar) throws IOException {
        super("multipool-agent", ClassLoader.getPlatformClassLoader());
        try (JarInputStream entries = new JarInputStream(jar)) {
            for (JarEntry entry = entries.getNextJarEntry(); entry != null; entry = entries.getNextJarEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), entries.readAllBytes());
                }
            }
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file = files.get(name.replace('.', '/') + ".class");
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, file, 0, file.length);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] file = files.get(name);
        return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file);
    }
}
