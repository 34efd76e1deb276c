package ${package};

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolManagement;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.admin.AdminServer;
import dev.multipool.rpc.server.admin.AdminSettings;
import dev.multipool.rpc.server.watch.ServerReport;
import dev.multipool.rpc.server.watch.ThreadDump;
import java.io.IOException;
import java.util.List;

/** Starts the service; a signal drains and ends it. */
public final class Main {
    private Main() {}

    /** Exit codes: 0 stopped, 1 can't serve, 2 bad command line. */
    public static void main(String[] args) {
        try {
            serve(ServiceSettings.parse(List.of(args)));
        } catch (IllegalArgumentException e) {
            System.err.println("${artifactId}: " + e.getMessage());
            System.exit(2);
        } catch (IOException e) {
            System.err.println("${artifactId}: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void serve(ServiceSettings settings) throws IOException {
        GreetingHandler handler = new GreetingHandler();
        RpcServer server = RpcServer.builder()
                .host(settings.host())
                .port(settings.port())
                .pool(settings.pool())
                .blocking(GreetingMethods.GREET, settings.pool().name(), (request, call) -> handler.greet(request))
                .maxInFlight(GreetingMethods.GREET, 5000)
                .build();
        // for JMX, by which the laboratory reads them
        server.pools().forEach(PoolManagement::register);
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "shutdown"));
        System.out.println("listening on " + settings.host() + ":" + server.address().getPort());
        if (settings.host().equals(ServiceSettings.LOOPBACK)) {
            System.err.println("only this machine reaches it; --host 0.0.0.0 opens it to the network");
        }
        if (settings.adminPort() >= 0) {
            startAdmin(server, settings.adminPort());
        }
    }

    private static void startAdmin(RpcServer server, int port) throws IOException {
        ServerReport report =
                new ServerReport(server, new ThreadDump(ThreadClassifier.standard()), NanoClock.system());
        AdminServer admin = AdminServer.builder(server, report)
                .settings(AdminSettings.onLoopback(port))
                .build();
        admin.start();
        System.out.println("admin on http://127.0.0.1:" + admin.address().getPort());
    }

    private static void stop(RpcServer server) {
        server.close();
        // a JVM that a signal ends exits with 128 + the signal's number; a clean stop is 0
        Runtime.getRuntime().halt(0);
    }
}
