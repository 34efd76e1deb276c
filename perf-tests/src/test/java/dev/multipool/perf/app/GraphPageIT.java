package dev.multipool.perf.app;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.PoolAgent;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.perf.watch.JvmPage;
import dev.multipool.rpc.server.browser.Chromium;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The graph of pools on the live page of a JVM that runs already. */
@Tag("once")
@Timeout(120)
class GraphPageIT {
    private static final Path PICTURES = Path.of("target", "pictures");
    private static final String NODES =
            "return [...document.querySelectorAll('.graph .node')].map(each => each.dataset.node).join(' ')";
    private static final String WARNINGS = "return document.getElementById('cycles').textContent";
    private static final String RED = "return document.querySelectorAll('.graph .wait.cycle').length";
    private static final String ROWS = "return document.getElementById('edge-rows').textContent";
    private static final String TOO_WIDE = "return document.documentElement.scrollWidth - window.innerWidth";

    @Test
    void poolsAreNodes_waitsAreArrows_andACycleIsMarked_beforeAndAfterItIsStuck() throws Exception {
        Files.createDirectories(PICTURES);
        Process process = PoolGraphIT.start(PoolGraphIT.Cycle.class);
        try (Writer orders = process.outputWriter(StandardCharsets.UTF_8)) {
            PoolAgent.start(process.pid(), PoolGraphIT.AGENT);
            try (ServerLedgers ledgers = PoolGraphIT.firstPools(process.pid());
                    JvmPage page = new JvmPage(process.pid(), ledgers, 0, null);
                    Chromium browser = Chromium.start(false)) {
                browser.open(URI.create("http://127.0.0.1:" + page.address().getPort() + "/live"), 1280, 900);

                eventually("both pools are drawn", () -> "alpha beta".equals(browser.ask(NODES)));
                eventually("the cycle is told", () -> String.valueOf(browser.ask(WARNINGS))
                        .startsWith("⚠ alpha and beta wait"));
                assertThat(browser.ask(RED)).isEqualTo(2L);
                eventually("the waits are listed", () -> String.valueOf(browser.ask(ROWS))
                        .contains("alpha → beta1100 %"));
                assertFits(browser, "graph-1280");
                browser.showIn(390, 844);
                assertFits(browser, "graph-390");

                orders.write("\n");
                orders.flush();

                eventually("the deadlock is told", () -> String.valueOf(browser.ask(WARNINGS))
                        .contains("Deadlock: alpha and beta wait for each other: 2 of 2 threads of alpha"));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static void assertFits(Chromium browser, String picture) throws IOException {
        // for people: what is ugly no assertion finds
        browser.screenshot(PICTURES.resolve(picture + ".png"));
        assertThat(((Number) browser.ask(TOO_WIDE)).intValue()).isLessThanOrEqualTo(0);
        assertThat(browser.errors()).isEqualTo(List.of());
    }
}
