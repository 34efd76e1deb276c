package dev.multipool.laboratory.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import dev.multipool.bench.result.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the statistics that Hyperfoil leaves of a run as {@code all.json}, of one agent or of many. Response times hold the
 * wait for a connection. Phases with {@code isWarmup: true} are left out.
 */
final class HyperfoilParser implements EngineParser {
    private static final String OPTION = "Hyperfoil's all.json of the run, copied to {out}";
    private static final String ONE = "one phase with one metric, beside phases with isWarmup: true";

    @Override
    public EngineFigures parse(EngineOutput output) throws OutputException {
        JsonNode root = JsonFile.read(output.file(), OPTION);
        if (!root.path("stats").isArray()) {
            throw new OutputException("its file {out} has no stats", OPTION);
        }
        List<JsonNode> measured = new ArrayList<>();
        for (JsonNode entry : root.path("stats")) {
            if (!entry.path("isWarmup").asBoolean()) {
                measured.add(entry.path("total").path("summary"));
            }
        }
        if (measured.size() != 1) {
            throw new OutputException(
                    "it has statistics of " + measured.size() + " phases and metrics" + firstError(root), ONE);
        }
        return figures(measured.get(0));
    }

    private static String firstError(JsonNode root) {
        String message = root.at("/info/errors/0/msg").asText();
        return message.isEmpty() ? "" : "; " + message;
    }

    private static EngineFigures figures(JsonNode summary) throws OutputException {
        long invalid = count(summary, "invalid");
        return new EngineFigures(
                count(summary, "responseCount") - invalid,
                Map.of(
                        "INVALID", invalid,
                        "CONNECTION", count(summary, "connectionErrors"),
                        "TIMEOUT", count(summary, "requestTimeouts"),
                        "INTERNAL", count(summary, "internalErrors")),
                (count(summary, "endTime") - count(summary, "startTime")) / 1e3,
                new Percentiles(
                        percentile(summary, "50.0"),
                        percentile(summary, "90.0"),
                        percentile(summary, "99.0"),
                        percentile(summary, "99.9"),
                        count(summary, "maxResponseTime") / 1e6,
                        count(summary, "meanResponseTime") / 1e6),
                null,
                null);
    }

    private static double percentile(JsonNode summary, String percent) throws OutputException {
        return count(summary.path("percentileResponseTime"), percent) / 1e6;
    }

    private static long count(JsonNode summary, String name) throws OutputException {
        JsonNode value = summary.path(name);
        if (!value.canConvertToLong()) {
            throw new OutputException("its statistics have no " + name, OPTION);
        }
        return value.asLong();
    }
}
