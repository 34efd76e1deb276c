package dev.multipool.rpc.server.admin;

import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.ServerReport;
import java.util.Map;

/** The pages that only look. */
final class ServerPages {
    private final RpcServer server;
    private final ServerReport report;

    ServerPages(RpcServer server, ServerReport report) {
        this.server = server;
        this.report = report;
    }

    void addTo(AdminRoutes routes) {
        routes.add("GET", "/health/live", AdminRoutes.Route.immediate("200 while the process answers", request -> {
            request.requireOnly();
            return AdminAnswer.tree(Map.of("status", "live"));
        }));
        routes.add(
                "GET",
                "/health/ready",
                AdminRoutes.Route.immediate(
                        "200 while new calls are served, 503 before and while draining", request -> {
                            request.requireOnly();
                            return ready();
                        }));
        add(
                routes,
                "/server",
                "The server's state, calls by method and code, rejections by reason",
                request -> AdminAnswer.tree(report.server()));
        add(routes, "/connections", "The open connections", request -> AdminAnswer.tree(report.connections()));
        add(routes, "/slow", "The last slow calls with their stages", request -> AdminAnswer.tree(report.slowCalls()));
        routes.add(
                "GET",
                "/threads",
                new AdminRoutes.Route(
                        "Threads with what they do and their stacks; ?pool=NAME for one pool", false, request -> {
                            request.requireOnly("pool");
                            return AdminAnswer.tree(report.threads(request.parameter("pool")));
                        }));
    }

    private static void add(AdminRoutes routes, String path, String description, AdminPage page) {
        routes.add("GET", path, new AdminRoutes.Route(description, false, request -> {
            request.requireOnly();
            return page.answer(request);
        }));
    }

    private AdminAnswer ready() {
        RpcServer.State state = server.state();
        boolean ready = state == RpcServer.State.RUNNING;
        return AdminAnswer.tree(ready ? 200 : 503, Map.of("status", ready ? "ready" : "not ready", "server", state));
    }
}
