package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FullHeapIT {

    @Test
    @Timeout(60)
    void pool_afterTheHeapWasFull_servesWithAllItsThreads(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullHeap.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(40, TimeUnit.SECONDS);

            assertThat(Files.readString(output)).endsWith("survived\n");
            assertThat(ended).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }
}
