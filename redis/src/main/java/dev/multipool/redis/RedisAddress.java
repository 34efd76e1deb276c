package dev.multipool.redis;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Redis URI taken apart.
 *
 * @param topology what is at these nodes
 * @param tls whether they take TLS
 * @param nodes the server; some Sentinels; some servers of a Cluster
 * @param database its number, 0 in a Cluster
 * @param master the master's name where Sentinels are asked for it, else empty
 * @param user of the URI, null when there is none
 * @param password of the URI, null when there is none
 */
record RedisAddress(
        RedisTopology topology,
        boolean tls,
        List<Node> nodes,
        int database,
        String master,
        @Nullable String user,
        @Nullable String password) {
    static final String EXPECTED = "redis://HOST:PORT, redis-sentinel://HOST:PORT,HOST:PORT#MASTER or"
            + " redis-cluster://HOST:PORT,HOST:PORT, with rediss for TLS";

    private static final Pattern NODE =
            Pattern.compile("(?<host>[\\w.~-]+|\\[[0-9a-fA-F:.%]+\\])(:(?<port>[0-9]{1,5}))?");
    private static final Pattern DATABASE = Pattern.compile("/?|/(?<number>[0-9]{1,4})");
    private static final int LAST_PORT = 65_535;

    /** One server, as it was named. */
    record Node(String host, int port) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /**
     * Takes a URI apart.
     *
     * @throws IllegalArgumentException when it is none of {@link #EXPECTED}; the message repeats nothing that may be secret
     */
    static RedisAddress of(URI uri) {
        for (RedisTopology topology : RedisTopology.values()) {
            for (boolean tls : new boolean[] {false, true}) {
                if (topology.scheme(tls).equals(uri.getScheme())) {
                    return of(uri, topology, tls);
                }
            }
        }
        throw wrong("of the scheme " + uri.getScheme());
    }

    private static RedisAddress of(URI uri, RedisTopology topology, boolean tls) {
        // Several hosts are no server to java.net.URI, which then knows their whole only, as authority.
        String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        int at = authority.lastIndexOf('@');
        String[] login = at < 0 ? new String[0] : authority.substring(0, at).split(":", 2);
        return new RedisAddress(
                topology,
                tls,
                nodes(authority.substring(at + 1), topology),
                database(uri, topology),
                master(uri, topology),
                login.length < 2 || login[0].isEmpty() ? null : decoded(login[0]),
                login.length == 0 || login[login.length - 1].isEmpty() ? null : decoded(login[login.length - 1]));
    }

    private static List<Node> nodes(String text, RedisTopology topology) {
        List<Node> nodes = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher node = NODE.matcher(part);
            if (!node.matches()) {
                throw wrong("without a host");
            }
            int port = node.group("port") == null ? topology.defaultPort() : Integer.parseInt(node.group("port"));
            if (port < 1 || port > LAST_PORT) {
                throw wrong("of port " + port);
            }
            nodes.add(new Node(node.group("host"), port));
        }
        if (topology == RedisTopology.STANDALONE && nodes.size() > 1) {
            throw wrong("of several hosts that does not say what they are");
        }
        return List.copyOf(nodes);
    }

    private static int database(URI uri, RedisTopology topology) {
        Matcher path = DATABASE.matcher(uri.getRawPath() == null ? "" : uri.getRawPath());
        if (!path.matches() || uri.getRawQuery() != null) {
            throw wrong("with more than a database's number after its host");
        }
        int database = path.group("number") == null ? 0 : Integer.parseInt(path.group("number"));
        if (database != 0 && topology == RedisTopology.CLUSTER) {
            throw wrong("of a Cluster with database " + database + ", where there is 0 alone");
        }
        return database;
    }

    private static String master(URI uri, RedisTopology topology) {
        String name = uri.getFragment() == null ? "" : uri.getFragment();
        if (topology == RedisTopology.SENTINEL && name.isEmpty()) {
            throw wrong("of Sentinels without a master's name");
        }
        if (topology != RedisTopology.SENTINEL && !name.isEmpty()) {
            throw wrong("with a master's name and without Sentinels");
        }
        return name;
    }

    /** A plus is a plus here, other than in a form of a web page. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException wrong(String how) {
        return new IllegalArgumentException("uri: a URI " + how + " (expected: " + EXPECTED + ")");
    }

    /** As messages name this Redis, after the word. */
    String where() {
        String where = "at " + nodes.stream().map(Node::toString).collect(Collectors.joining(","));
        return switch (topology) {
            case STANDALONE -> where;
            case SENTINEL -> "master " + master + " of the Sentinels " + where;
            case CLUSTER -> "cluster " + where;
        };
    }

    /** The URI without user and password. */
    @Override
    public String toString() {
        return topology.scheme(tls)
                + "://"
                + nodes.stream().map(Node::toString).collect(Collectors.joining(","))
                + (database == 0 ? "" : "/" + database)
                + (master.isEmpty() ? "" : "#" + master);
    }
}
