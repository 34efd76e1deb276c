package dev.multipool.rpc.server.admin;

import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.rpc.server.watch.LiveReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page that shows what the server does as it does it: its parts, which are resources, and its stream. */
final class LivePages {
    /** What the page loads comes from this port, and there is no script or style in its markup. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String PREFIX = "/live/";
    private static final Map<String, String> PARTS = Map.of(
            "live.css", "text/css; charset=utf-8",
            "graph.css", "text/css; charset=utf-8",
            "live.js", "text/javascript; charset=utf-8",
            "drawing.js", "text/javascript; charset=utf-8",
            "chart.js", "text/javascript; charset=utf-8",
            "graph.js", "text/javascript; charset=utf-8",
            "live.svg", "image/svg+xml");

    private final LiveReport report;
    private final AdminSettings settings;
    private final @Nullable AdmissionObjective objective;

    LivePages(LiveReport report, AdminSettings settings, @Nullable AdmissionObjective objective) {
        this.report = report;
        this.settings = settings;
        this.objective = objective;
    }

    /** After all others: the page offers what is there. */
    void addTo(AdminRoutes routes) {
        routes.add("GET", "/live", new AdminRoutes.Route("The pools as they work, with charts", false, request -> {
            request.requireOnly();
            return AdminAnswer.bytes("text/html; charset=utf-8", resource("live.html"))
                    .withContentPolicy(POLICY);
        }));
        routes.add("GET", PREFIX + "*", new AdminRoutes.Route("What that page is made of", false, LivePages::part));
        routes.addStream(
                PREFIX + "events",
                "The same figures every second, as server-sent events",
                new LiveStreams(report, settings(routes.has("/advice")), LiveStreams.STEP));
    }

    private Map<String, Object> settings(boolean advice) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("changes", settings.changes());
        tree.put("token", settings.token() != null);
        tree.put("advice", advice);
        tree.put("percentile", report.percentile());
        tree.put("objectiveMillis", objective == null ? null : objective.limit().toNanos() / 1e6);
        return tree;
    }

    private static AdminAnswer part(AdminRequest request) {
        request.requireOnly();
        String name = request.path().substring(PREFIX.length());
        String type = PARTS.get(name);
        if (type == null) {
            throw new AdminException(404, "no page " + request.path() + " (expected: /live)");
        }
        return AdminAnswer.bytes(type, resource(name)).withContentPolicy(POLICY);
    }

    private static byte[] resource(String name) {
        try (InputStream resource = LivePages.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " (expected: in the jar)");
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
