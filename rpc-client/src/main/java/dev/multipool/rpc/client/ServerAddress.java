package dev.multipool.rpc.client;

/**
 * Where a server is.
 *
 * @param host a name or an address, resolved anew for each connect
 * @param port its RPC port
 * @param certificateName the name that its certificate must carry, where calls go over TLS: a server that was found behind
 *     a name is connected to by its address and known by that name
 */
public record ServerAddress(String host, int port, String certificateName) {
    /** Checks the bounds. */
    public ServerAddress {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host: '" + host + "' (expected: a host name or an address)");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
        }
    }

    /** A server whose certificate names its host. */
    public ServerAddress(String host, int port) {
        this(host, port, host);
    }

    /**
     * Reads {@code host:port}; an IPv6 address stands in brackets.
     *
     * @throws IllegalArgumentException when it is not that
     */
    public static ServerAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("address: " + text + " (expected: HOST:PORT, [IPv6]:PORT)");
        }
        try {
            return new ServerAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("address: " + text + " (expected: HOST:PORT, [IPv6]:PORT)", e);
        }
    }

    @Override
    public String toString() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }
}
