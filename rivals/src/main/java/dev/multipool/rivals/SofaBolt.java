package dev.multipool.rivals;

import dev.multipool.perf.peers.contestant.Framework;
import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.perf.peers.contestant.PeerServer;
import java.net.URI;

/** SOFABolt, whose protocol its own client alone speaks. */
public final class SofaBolt implements Framework {
    static {
        // else it writes its log to the user's home
        System.setProperty("sofa.middleware.log.disable", "true");
    }

    @Override
    public String word() {
        return "sofabolt";
    }

    @Override
    public PeerServer start(URI redis, int threads) {
        return SofaBoltServer.start(redis, threads);
    }

    @Override
    public PeerClient connect(int port) {
        return new SofaBoltClient(port);
    }
}
