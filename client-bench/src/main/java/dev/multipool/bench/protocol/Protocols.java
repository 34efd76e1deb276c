package dev.multipool.bench.protocol;

import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.baidustd.ConnectionSettings;
import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.http.Http;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.HttpCalls;

/** Which protocol makes the calls of a plan. */
public final class Protocols {
    private Protocols() {}

    /** The one for these calls, over plain connections where they do not say otherwise. */
    public static CallProtocol of(Calls calls) {
        return of(calls, ConnectionSettings.PLAIN);
    }

    /**
     * The one for these calls.
     *
     * @param settings how connections are made; of HTTP only what waits for sockets
     */
    public static CallProtocol of(Calls calls, ConnectionSettings settings) {
        return calls instanceof HttpCalls ? new Http(settings.transport().transport()) : new BaiduStd(settings, null);
    }
}
