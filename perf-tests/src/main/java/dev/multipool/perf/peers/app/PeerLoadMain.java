package dev.multipool.perf.peers.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.laboratory.process.LineServer;
import dev.multipool.laboratory.process.app.Logging;
import dev.multipool.perf.peers.contestant.Framework;
import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.perf.peers.contestant.Protocol;
import dev.multipool.perf.peers.load.LoadOrder;
import dev.multipool.perf.peers.load.PeerLoad;
import dev.multipool.pools.NanoClock;

/** Loads one contestant, a window per line: an order comes in, its figures go out. Arguments: protocol or framework, port. */
public final class PeerLoadMain {
    private PeerLoadMain() {}

    public static void main(String[] args) throws Exception {
        Logging.quiet();
        ObjectMapper json = new ObjectMapper();
        try (LineServer orders = LineServer.listen();
                PeerClient client = connect(args[0], Integer.parseInt(args[1]))) {
            PeerLoad load = new PeerLoad(client, NanoClock.system());
            System.out.println("listening on 127.0.0.1:" + orders.port());
            orders.serve(line -> json.writeValueAsString(load.run(json.readValue(line, LoadOrder.class))));
        }
        System.exit(0);
    }

    private static PeerClient connect(String name, int port) {
        return Framework.named(name).map(framework -> framework.connect(port)).orElseGet(() -> Protocol.valueOf(name)
                .connect(port));
    }
}
