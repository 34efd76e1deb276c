package dev.multipool.laboratory.service;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * A TCP port on which a process listens.
 *
 * @param address that it is bound to; the wildcard for all
 * @param port its number
 */
public record ListeningPort(InetAddress address, int port) {
    /** The host to call it by from this machine, as a URL has it. */
    public String host() {
        if (address.isAnyLocalAddress()) {
            return "127.0.0.1";
        }
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }
}
