package dev.multipool.perf.nested.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.laboratory.process.LineServer;
import dev.multipool.laboratory.process.app.Logging;
import dev.multipool.perf.nested.FlowKind;
import dev.multipool.perf.nested.flow.AsyncFlow;
import dev.multipool.perf.nested.flow.Flow;
import dev.multipool.perf.nested.flow.FlowLoop;
import dev.multipool.perf.nested.flow.FlowOrder;
import dev.multipool.perf.nested.flow.ItemSteps;
import dev.multipool.perf.nested.flow.MeasuredFlow;
import dev.multipool.perf.nested.flow.OtherPool;
import dev.multipool.perf.nested.flow.PlainFlow;
import dev.multipool.perf.nested.flow.SampleDigests;
import dev.multipool.pools.NanoClock;
import dev.multipool.redis.LettuceRepositories;
import dev.multipool.redis.RedisSettings;
import java.net.URI;

/** Runs one flow, a window per line: an order comes in, its figures go out. Arguments: kind, Redis, items there, their seed. */
public final class FlowMain {
    private FlowMain() {}

    public static void main(String[] args) throws Exception {
        Logging.quiet();
        ObjectMapper json = new ObjectMapper();
        try (LineServer orders = LineServer.listen();
                LettuceRepositories redis = LettuceRepositories.connect(RedisSettings.of(URI.create(args[1])))) {
            ItemSteps steps = new ItemSteps(redis.items());
            try (Flow flow = open(FlowKind.valueOf(args[0]), steps)) {
                SampleDigests samples = new SampleDigests(steps, Integer.parseInt(args[2]), Long.parseLong(args[3]));
                FlowLoop loop = new FlowLoop(flow, NanoClock.system(), samples);
                System.out.println("listening on 127.0.0.1:" + orders.port());
                orders.serve(line -> json.writeValueAsString(loop.run(json.readValue(line, FlowOrder.class))));
            }
        }
        System.exit(0);
    }

    private static Flow open(FlowKind kind, ItemSteps steps) {
        OtherPool other = kind.other();
        if (other != null) {
            return new PlainFlow(steps, other);
        }
        return kind == FlowKind.ASYNC
                ? new AsyncFlow(steps)
                : new MeasuredFlow(steps, kind == FlowKind.VIRTUAL ? "virtual" : "fixed");
    }
}
