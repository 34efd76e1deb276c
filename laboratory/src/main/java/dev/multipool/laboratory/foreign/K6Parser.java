package dev.multipool.laboratory.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import dev.multipool.bench.result.Percentiles;
import java.util.Map;

/**
 * Reads the summary of k6's HTTP calls: what {@code --summary-export={out}} writes, or the data that {@code handleSummary}
 * gets. Checks of the script that fail count as failed calls, where they are more than k6's own.
 */
final class K6Parser implements EngineParser {
    private static final String OPTION = "--summary-export={out}";
    private static final String TRENDS =
            "summaryTrendStats with avg, med, max, p(90) and p(99), as --summary-trend-stats sets them";

    @Override
    public EngineFigures parse(EngineOutput output) throws OutputException {
        JsonNode metrics = JsonFile.read(output.file(), OPTION).path("metrics");
        JsonNode requests = values(metrics, "http_reqs");
        JsonNode times = values(metrics, "http_req_duration");
        if (!requests.has("count") || !requests.has("rate")) {
            throw new OutputException("its summary has no http_reqs", "a script that makes HTTP calls");
        }
        long all = requests.path("count").asLong();
        long failed = values(metrics, "http_req_failed").path("passes").asLong();
        long unchecked = Math.max(0, values(metrics, "checks").path("fails").asLong() - failed);
        long wrong = Math.min(unchecked, all - failed);
        double rate = requests.path("rate").asDouble();
        double seconds = rate > 0 ? all / rate : 0;
        JsonNode sent = values(metrics, "data_sent").path("count");
        JsonNode received = values(metrics, "data_received").path("count");
        return new EngineFigures(
                all - failed - wrong,
                Map.of("HTTP", failed, "CHECK", wrong),
                seconds,
                new Percentiles(
                        number(times, "med"),
                        number(times, "p(90)"),
                        number(times, "p(99)"),
                        times.has("p(99.9)") ? times.path("p(99.9)").asDouble() : null,
                        number(times, "max"),
                        number(times, "avg")),
                values(metrics, "dropped_iterations").path("count").asLong(),
                new EngineFigures.Traffic(
                        sent.isNumber() ? sent.asDouble() : null, received.isNumber() ? received.asDouble() : null));
    }

    /** Where handleSummary has them, else where the export has them. */
    private static JsonNode values(JsonNode metrics, String name) {
        JsonNode metric = metrics.path(name);
        return metric.has("values") ? metric.path("values") : metric;
    }

    private static double number(JsonNode times, String statistic) throws OutputException {
        if (!times.path(statistic).isNumber()) {
            throw new OutputException("its summary has no " + statistic + " of http_req_duration", TRENDS);
        }
        return times.path(statistic).asDouble();
    }
}
