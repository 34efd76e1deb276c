package dev.multipool.laboratory.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedConsoleTest {
    @TempDir
    Path folder;

    @Test
    void shortOutput_isInTheFileWhole() throws Exception {
        Path file = folder.resolve("console.log");

        BoundedConsole console = read(file, "one\ntwo\n");

        assertThat(file).hasContent("one\ntwo\n");
        assertThat(console.lastLines(1)).containsExactly("two");
    }

    @Test
    void longOutput_keepsItsHeadAndItsTail() throws Exception {
        Path file = folder.resolve("console.log");
        String middle = "m".repeat(4 * BoundedConsole.HEAD_BYTES);

        read(file, "first" + middle + "last");

        assertThat(Files.size(file)).isLessThan(BoundedConsole.HEAD_BYTES + BoundedConsole.TAIL_BYTES + 100L);
        assertThat(Files.readString(file)).startsWith("first").endsWith("last").contains(" bytes left out]");
    }

    @Test
    void fileThatCannotBeWritten_doesNotEndTheReading() throws Exception {
        BoundedConsole console = read(folder, "one\nready to serve\n");

        assertThat(console.seen()).isTrue();
        assertThat(console.lastLines(5)).containsExactly("one", "ready to serve");
    }

    private static BoundedConsole read(Path file, String printed) throws InterruptedException {
        BoundedConsole console = new BoundedConsole(file, Pattern.compile("ready"));
        console.drain(new ByteArrayInputStream(printed.getBytes(StandardCharsets.UTF_8)))
                .join();
        console.finish();
        return console;
    }
}
