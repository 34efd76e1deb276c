package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisBinaryTest {
    @ParameterizedTest
    @CsvSource({"Linux,amd64", "Linux,x86_64", "Linux,aarch64", "Linux,i386", "Mac OS X,aarch64", "Mac OS X,x86_64"})
    void fromJar_forAMachineThatItSupports_hasAProgram(String os, String architecture) throws IOException {
        assertThat(RedisBinary.fromJar(os, architecture)).hasSizeGreaterThan(1 << 20);
    }

    @ParameterizedTest
    @CsvSource({"Windows 11,amd64", "Linux,riscv64", "Mac OS X,i386"})
    void fromJar_forAnotherMachine_saysSo(String os, String architecture) {
        assertThatIOException()
                .isThrownBy(() -> RedisBinary.fromJar(os, architecture))
                .withMessage("org.signal:embedded-redis has no build for " + os + " " + architecture);
    }

    @Test
    void serverOnPath_takesTheFirstThatCanRun(@TempDir Path folder) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Path programs = Files.createDirectories(folder.resolve("bin"));
        Files.writeString(data.resolve("redis-server"), "not executable");
        Path program = Files.writeString(programs.resolve("redis-server"), "executable");
        assertThat(program.toFile().setExecutable(true)).isTrue();

        String path = ":" + data + ":" + programs;

        assertThat(RedisBinary.serverOnPath(Map.of("PATH", path))).contains(program);
        assertThat(RedisBinary.serverOnPath(Map.of("PATH", data.toString()))).isEmpty();
        assertThat(RedisBinary.serverOnPath(Map.of())).isEmpty();
    }
}
