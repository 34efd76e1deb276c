package dev.multipool.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Keeps the cores from halting while this JVM runs tests: a virtual machine gives a halted core back late, and tests then wait
 * for cores. The script in the system property {@value #SCRIPT} does so until this JVM ends, on Linux alone.
 *
 * <p>Surefire finds this class by {@code META-INF/services}.
 */
public final class AwakeCores implements LauncherSessionListener {
    static final String SCRIPT = "test.awake-cores";

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Path script = Path.of(System.getProperty(SCRIPT, ""));
        if (!Files.isRegularFile(script)) {
            return;
        }
        try {
            new ProcessBuilder(
                            script.toString(),
                            Long.toString(ProcessHandle.current().pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // Without bash the tests run all the same, only slower on some machines.
        }
    }
}
