package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.proposal.ServiceFacts.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/** Finds what a JVM runs, by its properties and the manifest of the jar that it was started with. */
final class ProgramLook {
    private ProgramLook() {}

    static Program of(Map<String, String> properties) {
        String command = properties.getOrDefault("sun.java.command", "");
        String classPath = properties.getOrDefault("java.class.path", "");
        List<String> entries = List.of(classPath.split(File.pathSeparator, -1));
        // java -jar has the jar as its whole class path, and its command begins with it; both may hold spaces
        if (entries.size() == 1 && classPath.endsWith(".jar") && command.startsWith(classPath)) {
            Path jar = Path.of(properties.getOrDefault("user.dir", "")).resolve(classPath);
            Optional<Attributes> manifest = manifest(jar);
            if (manifest.isPresent()) {
                return new Program(
                        text(manifest.get(), Attributes.Name.MAIN_CLASS),
                        classPath + " " + text(manifest.get(), Attributes.Name.CLASS_PATH));
            }
        }
        return new Program(command.split(" ", 2)[0], classPath);
    }

    private static String text(Attributes manifest, Attributes.Name name) {
        return Optional.ofNullable(manifest.getValue(name)).orElse("");
    }

    private static Optional<Attributes> manifest(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Optional.ofNullable(file.getManifest()).map(manifest -> manifest.getMainAttributes());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
