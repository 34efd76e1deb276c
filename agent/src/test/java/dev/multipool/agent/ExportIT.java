package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.ExportProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExportIT {

    @Test
    void metrics_areServedOnLoopback_toWhoNamesIt() throws Exception {
        String port = freePort();

        Figures figures = ChildJvm.run(withOptions("prometheus=" + port), ExportProgram.class, "metrics", port);

        assertThat(figures.byName())
                .containsEntry("status", 200.0)
                .containsEntry("other", 404.0)
                .containsEntry("stranger", 403.0)
                .containsEntry("executor_completed_tasks_total{name=\"orders\"}", 300.0)
                .containsEntry("multipool_pool_ended_tasks_total{pool=\"orders\",outcome=\"completed\"}", 300.0)
                .containsEntry("multipool_pool_service_time_seconds_bucket{pool=\"orders\",le=\"+Inf\"}", 300.0)
                .containsEntry("executor_pool_max_threads{name=\"orders\"}", 2.0);
        assertThat(figures.complaints())
                .containsExactly("multipool-agent: metrics on http://localhost:" + port + "/metrics");
    }

    @Test
    void metrics_haveTheNames_thatTheDocumentGivesThoseOfPools() throws Exception {
        String port = freePort();
        String document = Files.readString(Path.of("..", "docs", "reference", "metrics.md"));
        String pools = document.substring(document.indexOf("## Pools"));
        Set<String> documented = Pattern.compile("\\| `((executor|multipool_pool)_\\w+)`")
                .matcher(pools)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        Figures figures = ChildJvm.run(withOptions("prometheus=" + port), ExportProgram.class, "metrics", port);

        Set<String> served = figures.byName().keySet().stream()
                .filter(name -> name.contains(":"))
                .map(name -> name.substring(0, name.indexOf(':')))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(served).isEqualTo(documented);
    }

    @Test
    void aRecording_hasAnEventOfEachPool() throws Exception {
        Figures figures = ChildJvm.run(withOptions("jfr"), ExportProgram.class, "jfr");

        assertThat(figures.byName()).containsEntry("completions", 300.0);
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void measuringThatCostsTooMuch_isEnded_andToldOnce() throws Exception {
        Figures figures = ChildJvm.run(withOptions("own-cost=0.0001"), ExportProgram.class, "own-cost");

        assertThat(figures.byName()).containsEntry("ran", 1.0);
        assertThat(figures.complaints())
                .singleElement()
                .asString()
                .startsWith("multipool-agent: measuring was ended: it costs ");
    }

    private static List<String> withOptions(String options) {
        return List.of("-javaagent:" + ChildJvm.AGENT + "=" + options);
    }

    private static String freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(free.getLocalPort());
        }
    }
}
