package dev.multipool.perf.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.laboratory.sampling.FlamePage;
import dev.multipool.rpc.server.browser.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The converter's pages under our policy, in a real browser. */
@Tag("once")
class FlamePageIT {
    private static final String DRAWN = "return levels.length";

    private final Path directory;

    FlamePageIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void aPage_isDrawnAndRunsNoOtherScript() throws IOException {
        Path page = page("main;handler<b>;find 7");

        FlamePage.protect(page);

        try (Chromium browser = Chromium.start(false)) {
            browser.open(page, 1280, 900);
            assertThat(browser.errors()).isEmpty();
            assertThat(((Number) browser.ask(DRAWN)).intValue()).isGreaterThan(3);
            assertThat(browser.ask("document.body.insertAdjacentHTML('beforeend',"
                            + " '<button id=planted onclick=\"window.ran = true\">');"
                            + "document.getElementById('planted').click(); return window.ran === true"))
                    .isEqualTo(false);
        }
    }

    @Test
    void aPage_whenANameEndsItsScript_isRefusedAndRemoved() throws IOException {
        Path page = page("main;</script><script>window.ran=true</script> 7");

        assertThatThrownBy(() -> FlamePage.protect(page))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("(expected: 2)");
        assertThat(page).doesNotExist();
    }

    private Path page(String stack) throws IOException {
        Path stacks = Files.writeString(directory.resolve("stacks.collapsed"), stack + "\n");
        Path page = directory.resolve("flame.html");
        FlameGraph.convert(stacks.toString(), page.toString(), new Arguments());
        return page;
    }
}
