package dev.multipool.rpc.server.limits;

/**
 * How much a server takes before it says no. Each limit is there always; there is no value that means unlimited.
 *
 * @param acceptCount length of the listen backlog: connections that the operating system keeps while the server does
 *     not accept them. The system caps it (on Linux {@code net.core.somaxconn})
 * @param maxConnections most open connections
 * @param whenConnectionsFull what happens to further connections; with {@link WhenFull#WAIT} they fill the backlog
 * @param maxCallsInFlight most calls between their admission and their answer, of all connections
 * @param maxUnsentBytes most bytes of answers that wait on one connection for its peer to read. Above, the server stops
 *     reading from it and answers what it has read already with EOVERCROWDED
 * @param darkMode whether limits on calls are only counted, to try them on live traffic. The calls are served all the
 *     same, as are those whose deadline passed in a queue
 */
public record ServerLimits(
        int acceptCount,
        int maxConnections,
        WhenFull whenConnectionsFull,
        int maxCallsInFlight,
        int maxUnsentBytes,
        boolean darkMode) {
    /** 128 in the backlog, 10,000 connections of which more wait, 10,000 calls in flight, 1 MiB unsent. */
    public static final ServerLimits DEFAULT = new ServerLimits(128, 10_000, WhenFull.WAIT, 10_000, 1 << 20, false);

    public ServerLimits {
        requirePositive("acceptCount", acceptCount);
        requirePositive("maxConnections", maxConnections);
        requirePositive("maxCallsInFlight", maxCallsInFlight);
        requirePositive("maxUnsentBytes", maxUnsentBytes);
    }

    public ServerLimits withMaxConnections(int value, WhenFull whenFull) {
        return new ServerLimits(acceptCount, value, whenFull, maxCallsInFlight, maxUnsentBytes, darkMode);
    }

    public ServerLimits withMaxCallsInFlight(int value) {
        return new ServerLimits(acceptCount, maxConnections, whenConnectionsFull, value, maxUnsentBytes, darkMode);
    }

    public ServerLimits withMaxUnsentBytes(int value) {
        return new ServerLimits(acceptCount, maxConnections, whenConnectionsFull, maxCallsInFlight, value, darkMode);
    }

    public ServerLimits withDarkMode(boolean value) {
        return new ServerLimits(
                acceptCount, maxConnections, whenConnectionsFull, maxCallsInFlight, maxUnsentBytes, value);
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 1)");
        }
    }
}
