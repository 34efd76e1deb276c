package dev.multipool.casebook.price;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves on the port that its argument says, with as many threads as the system property {@code price.threads} says. */
public final class PriceServer {
    private static final int THREADS = 16;

    private PriceServer() {}

    /** Serves until it is ended. */
    public static void main(String[] args) throws IOException, InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(Integer.getInteger("price.threads", THREADS));
        Server server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])))
                .executor(executor)
                .addService(new PriceService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .build()
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow, "stop-server"));
        System.out.println("listening on 127.0.0.1:" + server.getPort());
        server.awaitTermination();
        executor.shutdownNow();
    }
}
