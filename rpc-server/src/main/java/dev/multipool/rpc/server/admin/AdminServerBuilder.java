package dev.multipool.rpc.server.admin;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.LiveReport;
import dev.multipool.rpc.server.watch.ServerReport;
import org.jspecify.annotations.Nullable;

/** Collects what an admin port shows beside the server's own pages. Not thread-safe. */
public final class AdminServerBuilder {
    private final AdminRoutes routes = new AdminRoutes();
    private final RpcServer server;
    private final ServerReport report;
    private AdminSettings settings = AdminSettings.onLoopback(0);
    private @Nullable AdmissionObjective objective;

    AdminServerBuilder(RpcServer server, ServerReport report) {
        this.server = server;
        this.report = report;
    }

    /** Where it listens and what it allows; default a free port on loopback, with changes and without profiling. */
    public AdminServerBuilder settings(AdminSettings settings) {
        this.settings = settings;
        return this;
    }

    /** What the live page holds queue time and service time against; default nothing. */
    public AdminServerBuilder objective(AdmissionObjective objective) {
        this.objective = objective;
        return this;
    }

    /**
     * Adds a page of one's own that only looks.
     *
     * @param path with a slash at its beginning
     * @param description one sentence for the index
     * @throws IllegalArgumentException when it is there already
     */
    public AdminServerBuilder page(String path, String description, AdminPage page) {
        routes.add("GET", path, new AdminRoutes.Route(description, false, page));
        return this;
    }

    /**
     * Makes the admin port; it listens from {@link AdminServer#start} on.
     *
     * @throws IllegalArgumentException when a page of one's own has the path of another
     */
    public AdminServer build() {
        new ServerPages(server, report).addTo(routes);
        new PoolPages(server, report).addTo(routes, settings.changes());
        ProfilePage profile = new ProfilePage();
        if (settings.profiling()) {
            routes.add(
                    "GET",
                    "/profile",
                    new AdminRoutes.Route(
                            "A profile: ?event=cpu|wall|alloc|lock&seconds=N&format=html|jfr", true, profile));
        }
        LiveReport live = new LiveReport(server, objective, NanoClock.system());
        new LivePages(live, settings, objective).addTo(routes);
        return new AdminServer(settings, routes, profile);
    }
}
