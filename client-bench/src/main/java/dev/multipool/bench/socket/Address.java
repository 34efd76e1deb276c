package dev.multipool.bench.socket;

import dev.multipool.bench.plan.LoadPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The server of a plan. */
public final class Address {
    private Address() {}

    /**
     * Looks it up.
     *
     * @throws UncheckedIOException with one line, when there is no such host
     */
    public static InetSocketAddress resolve(LoadPlan plan) {
        try {
            return new InetSocketAddress(InetAddress.getByName(plan.host()), plan.port());
        } catch (UnknownHostException e) {
            throw unreachable(plan, "no such host", e);
        }
    }

    /** As a request names it: without the port where that is the usual one. */
    public static String authority(LoadPlan plan, boolean tls) {
        String host = plan.host().indexOf(':') >= 0 ? "[" + plan.host() + "]" : plan.host();
        return plan.port() == (tls ? 443 : 80) ? host : host + ":" + plan.port();
    }

    /** What is thrown when the server can't be reached, in one line. */
    public static UncheckedIOException unreachable(LoadPlan plan, String why, Throwable cause) {
        String text = plan.host() + ":" + plan.port() + " can't be reached: " + why;
        return new UncheckedIOException(text, new IOException(text, cause));
    }
}
