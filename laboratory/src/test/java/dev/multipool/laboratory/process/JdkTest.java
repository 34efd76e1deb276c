package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
    private final Path home;

    JdkTest(@TempDir Path home) {
        this.home = home;
    }

    @Test
    void at_readsTheVersion() throws IOException {
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"25.0.1\"\n");

        Jdk jdk = Jdk.at(home);

        assertThat(jdk.feature()).isEqualTo(25);
        assertThat(jdk.commandLine(List.of("-Xmx1g")))
                .startsWith(home.resolve("bin/java").toString(), "-Xmx1g")
                .contains("--sun-misc-unsafe-memory-access=allow");
    }

    @Test
    void at_aFolderWithoutAJdk_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jdk.at(home))
                .withMessage("javaHome: " + home + " (expected: the folder of a JDK)");
    }

    @Test
    void running_isThisOne() {
        assertThat(Jdk.running()).returns(Runtime.version().feature(), Jdk::feature);
        assertThat(Jdk.running().java()).exists();
    }
}
