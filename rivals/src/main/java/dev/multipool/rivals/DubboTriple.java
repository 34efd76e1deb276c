package dev.multipool.rivals;

import dev.multipool.perf.peers.contestant.Framework;
import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.perf.peers.contestant.PeerServer;
import dev.multipool.perf.peers.contestant.Protocol;
import java.net.URI;

/**
 * Dubbo with its protocol triple. Its own client has one connection and answers on a pool. Triple is gRPC on the wire, so
 * grpc-java's client asks, as it asks grpc-java.
 */
public final class DubboTriple implements Framework {
    @Override
    public String word() {
        return "dubbo-triple";
    }

    @Override
    public PeerServer start(URI redis, int threads) {
        return DubboServer.start(redis, threads);
    }

    @Override
    public PeerClient connect(int port) {
        return Protocol.GRPC.connect(port);
    }
}
