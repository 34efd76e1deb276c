package dev.multipool.rpc.server.app.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What docs/examples/monitoring asks a Prometheus. */
final class MonitoringExamples {
    static final Path FOLDER = Path.of("../docs/examples/monitoring");

    private static final Pattern THRESHOLD = Pattern.compile("(==|>|<) ([\\d.]+)$");
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

    private MonitoringExamples() {}

    /** Each query of each panel and variable, with the variables as Grafana fills them in for "All". */
    static List<String> dashboardQueries() throws IOException {
        Map<?, ?> dashboard = (Map<?, ?>) read("grafana-dashboard.json");
        List<String> queries = new ArrayList<>();
        for (Object panel : (List<?>) get(dashboard, "panels")) {
            if (((Map<?, ?>) panel).get("targets") instanceof List<?> targets) {
                targets.forEach(target -> queries.add(filledIn(String.valueOf(get(target, "expr")))));
            }
        }
        for (Object variable : (List<?>) get(get(dashboard, "templating"), "list")) {
            if (get(variable, "query") instanceof Map<?, ?> query) {
                Matcher values = LABEL_VALUES.matcher(String.valueOf(get(query, "query")));
                assertThat(values.matches()).as("%s", query).isTrue();
                queries.add(
                        "count by (" + values.group(2) + ") (" + values.group(1) + "{" + values.group(2) + "!=\"\"})");
            }
        }
        return queries;
    }

    private static String filledIn(String query) {
        String filled = query.replace("$__rate_interval", "10s")
                .replace("$instance", ".*")
                .replace("$pool", ".*");
        assertThat(filled).doesNotContain("$");
        return filled;
    }

    /** Each alert's condition as a question that has an answer also while nothing is wrong. */
    static List<String> alertQueries() throws IOException {
        List<String> queries = new ArrayList<>();
        for (String expression : alertExpressions()) {
            Matcher threshold = THRESHOLD.matcher(expression);
            assertThat(threshold.find())
                    .as("%s ends with its threshold", expression)
                    .isTrue();
            queries.add(threshold.replaceFirst("$1 bool $2"));
        }
        return queries;
    }

    static List<String> alertExpressions() throws IOException {
        return ofEachAlert("expr");
    }

    static List<String> alertNames() throws IOException {
        return ofEachAlert("alert");
    }

    private static List<String> ofEachAlert(String key) throws IOException {
        List<String> values = new ArrayList<>();
        for (Object group : (List<?>) get(read("alerts.yaml"), "groups")) {
            for (Object rule : (List<?>) get(group, "rules")) {
                values.add(String.valueOf(get(rule, key)).strip());
            }
        }
        return values;
    }

    /** Names of the alerts that alerts-test.yaml expects to fire somewhere. */
    static Set<String> alertsThatFireInTests() throws IOException {
        Set<String> names = new HashSet<>();
        for (Object test : (List<?>) get(read("alerts-test.yaml"), "tests")) {
            for (Object expectation : (List<?>) get(test, "alert_rule_test")) {
                if (((Map<?, ?>) expectation).containsKey("exp_alerts")) {
                    names.add(String.valueOf(get(expectation, "alertname")));
                }
            }
        }
        return names;
    }

    private static Object get(Object map, String key) {
        return Objects.requireNonNull(((Map<?, ?>) map).get(key), () -> key + " in " + map);
    }

    /** JSON is YAML. */
    private static Object read(String file) throws IOException {
        return new Load(LoadSettings.builder().setLabel(file).build())
                .loadFromString(Files.readString(FOLDER.resolve(file)));
    }
}
