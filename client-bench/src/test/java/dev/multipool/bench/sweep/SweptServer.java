package dev.multipool.bench.sweep;

import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process that answers the sooner the more threads its pool is said to have: 40 ms by the number of threads. */
final class SweptServer {
    private SweptServer() {}

    public static void main(String[] args) throws InterruptedException {
        if (!args[0].matches("fixed:threads=[0-9]+,queue=1000")) {
            System.err.println("pool: " + args[0]);
            System.exit(2);
        }
        int threads = Integer.parseInt(args[0].replaceAll("fixed:threads=([0-9]+),.*", "$1"));
        ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests();
        server.always(Step.after(Duration.ofMillis(40 / threads), Step.answer()));
        System.out.println("listening on 127.0.0.1:" + server.port());
        // its threads are daemons
        new CountDownLatch(1).await();
    }
}
