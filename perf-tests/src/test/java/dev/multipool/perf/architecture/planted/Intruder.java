package dev.multipool.perf.architecture.planted;

import dev.multipool.rpc.server.app.settings.ServerSettings;

/** Uses a package of another module that is not exported, and lets its callers see that. Never used. */
public final class Intruder {
    private Intruder() {}

    public static Class<ServerSettings> hidden() {
        return ServerSettings.class;
    }
}
