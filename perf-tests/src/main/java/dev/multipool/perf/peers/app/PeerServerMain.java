package dev.multipool.perf.peers.app;

import dev.multipool.laboratory.process.app.Logging;
import dev.multipool.perf.peers.contestant.FloorServer;
import dev.multipool.perf.peers.contestant.Framework;
import dev.multipool.perf.peers.contestant.GrpcServer;
import dev.multipool.perf.peers.contestant.LimitServer;
import dev.multipool.perf.peers.contestant.PeerServer;
import java.net.URI;
import java.util.concurrent.CountDownLatch;

/** Runs one of the servers that ours is compared with. Arguments: its name, the Redis, threads of its pool. */
public final class PeerServerMain {
    private PeerServerMain() {}

    public static void main(String[] args) throws InterruptedException {
        Logging.quiet();
        URI redis = URI.create(args[1]);
        int threads = Integer.parseInt(args[2]);
        PeerServer server =
                switch (args[0]) {
                    case "floor" -> FloorServer.start(redis, threads);
                    case "limit" -> LimitServer.start(redis);
                    case "grpc-java" -> GrpcServer.start(redis, threads);
                    default ->
                        Framework.named(args[0])
                                .orElseThrow(() -> new IllegalArgumentException("server: " + args[0]
                                        + " (expected: floor, limit, grpc-java, or a framework on the class path)"))
                                .start(redis, threads);
                };
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "close"));
        System.out.println("listening on 127.0.0.1:" + server.port());
        new CountDownLatch(1).await();
    }
}
