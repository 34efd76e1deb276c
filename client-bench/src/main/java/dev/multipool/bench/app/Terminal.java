package dev.multipool.bench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person looks at a stream. The JDK's console does not tell, not on all versions and not for one stream. */
final class Terminal {
    private static final Path STDERR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    static boolean isStderr() {
        try {
            String device = Files.readSymbolicLink(STDERR).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            // no Linux: plain lines are readable everywhere
            return false;
        }
    }
}
