package dev.multipool.rivals;

import dev.multipool.perf.peers.contestant.Framework;
import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.perf.peers.contestant.PeerServer;
import dev.multipool.perf.peers.contestant.Protocol;
import java.net.URI;

/**
 * brpc-java. Its own client makes the caller wait until a request is written, so it can't be used on an event loop. Both
 * speak baidu_std, so our client asks.
 */
public final class BrpcJava implements Framework {
    @Override
    public String word() {
        return "brpc-java";
    }

    @Override
    public PeerServer start(URI redis, int threads) {
        return BrpcJavaServer.start(redis, threads);
    }

    @Override
    public PeerClient connect(int port) {
        return Protocol.OURS.connect(port);
    }
}
