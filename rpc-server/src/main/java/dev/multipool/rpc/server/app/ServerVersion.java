package dev.multipool.rpc.server.app;

import picocli.CommandLine.IVersionProvider;

/** Tells the version that the build wrote into the jar's manifest. */
final class ServerVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = ServerVersion.class.getPackage().getImplementationVersion();
        return new String[] {"multipool-server " + (version != null ? version : "(not run from its jar)")};
    }
}
