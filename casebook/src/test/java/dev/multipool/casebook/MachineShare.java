package dev.multipool.casebook;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The tests of the casebook's JVMs share the machine, but for those that need it for themselves. */
final class MachineShare implements BeforeEachCallback, AfterEachCallback {
    private static final Path FILE = Path.of("target", "machine.lock");
    /** Who waits to be alone holds it, so that nobody else begins meanwhile. */
    private static final int GATE = 0;

    private static final int MACHINE = 1;

    private final boolean isShared;
    private @Nullable FileChannel locks;

    private MachineShare(boolean isShared) {
        this.isShared = isShared;
    }

    /** Each test runs beside others. */
    static MachineShare withOthers() {
        return new MachineShare(true);
    }

    /** Each test runs alone. */
    static MachineShare alone() {
        return new MachineShare(false);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        FileChannel opened =
                FileChannel.open(FILE, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        locks = opened;
        FileLock gate = opened.lock(GATE, 1, isShared);
        opened.lock(MACHINE, 1, isShared);
        gate.release();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        if (locks != null) {
            // which gives back what is locked
            locks.close();
        }
    }
}
