package dev.multipool.redis.source;

import dev.multipool.redis.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Real redis-servers of a test on loopback, alone, as a Cluster or with a Sentinel. They end with this JVM at the latest. */
public final class RedisServers implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int SLOTS = 16_384;
    private static final int ATTEMPTS = 5;
    /** Where the slots begin in a line of {@code CLUSTER NODES}. */
    private static final int SLOTS_OF_NODE = 8;

    private final List<GuardedProcess> processes = new ArrayList<>();

    /** One server; {@code port} takes commands in clear text, {@code tlsPort} by TLS, 0 where it does not. */
    public record Server(int port, int tlsPort, RedisCommands commands) {
        public String hostAndPort() {
            return LOOPBACK + ":" + port;
        }

        /** A field of {@code INFO}. */
        public String info(String section, String field) {
            return commands.text("INFO", section)
                    .lines()
                    .filter(line -> line.startsWith(field + ":"))
                    .map(line -> line.substring(field.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }

        /** How often it has run a command since it started. */
        public long calls(String command) {
            String calls = info("commandstats", "cmdstat_" + command);
            return calls.isEmpty() ? 0 : Long.parseLong(calls.substring("calls=".length(), calls.indexOf(',')));
        }

        public long processId() {
            return Long.parseLong(info("server", "process_id"));
        }

        public String nodeId() {
            return commands.text("CLUSTER", "MYID");
        }

        /** How many keys it has. */
        public long keys() {
            return Long.parseLong(commands.text("DBSIZE"));
        }

        /** Whether it serves this slot. */
        public boolean owns(int slot) {
            String line = commands.text("CLUSTER", "NODES")
                    .lines()
                    .filter(node -> node.contains("myself"))
                    .findFirst()
                    .orElse("");
            return Stream.of(line.split(" ", -1))
                    .skip(SLOTS_OF_NODE)
                    .filter(range -> !range.startsWith("["))
                    .map(range -> range.split("-", -1))
                    .anyMatch(range ->
                            Integer.parseInt(range[0]) <= slot && slot <= Integer.parseInt(range[range.length - 1]));
        }

        private long replicasKnown() {
            return commands.text("CLUSTER", "NODES")
                    .lines()
                    .filter(node -> node.contains("slave"))
                    .count();
        }

        private boolean joined(int servers) {
            return knows(servers) && commands.text("CLUSTER", "INFO").contains("cluster_state:ok");
        }

        private boolean knows(int servers) {
            return commands.text("CLUSTER", "INFO").contains("cluster_known_nodes:" + servers + "\r");
        }
    }

    /** A server with further options, such as {@code --requirepass secret}. */
    public Server start(String... options) throws IOException {
        return start(false, options);
    }

    /** A server that takes TLS too; the options must name its certificate. */
    public Server startTls(String... options) throws IOException {
        return start(true, options);
    }

    private Server start(boolean tls, String... options) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            int tlsPort = tls ? freePort() : 0;
            List<String> arguments = new ArrayList<>(List.of("--port", Integer.toString(port)));
            if (tls) {
                arguments.addAll(List.of("--tls-port", Integer.toString(tlsPort)));
            }
            arguments.addAll(List.of("--bind", LOOPBACK, "--save", "", "--appendonly", "no"));
            arguments.addAll(List.of("--repl-diskless-sync-delay", "0"));
            arguments.addAll(List.of(options));
            GuardedProcess process = run(newFolder(), arguments);
            RedisCommands commands = new RedisCommands(port);
            Eventually.isTrue("redis-server answers or has ended", () -> !process.isAlive() || commands.answers());
            if (process.isAlive() && process.isParentOf(new Server(port, tlsPort, commands).processId())) {
                return new Server(port, tlsPort, commands);
            }
            String said = process.lastWords();
            if (attempt == ATTEMPTS || !said.toLowerCase(Locale.ROOT).contains("in use")) {
                throw new IOException("redis-server did not start: " + said);
            }
        }
    }

    /** A Cluster of so many masters, each with an equal part of the slots; nobody is replicated yet. */
    public List<Server> startCluster(int masters, String... options) throws IOException {
        return startCluster(masters, false, options);
    }

    /** The same, by TLS also among themselves. */
    public List<Server> startTlsCluster(int masters, String... options) throws IOException {
        return startCluster(masters, true, options);
    }

    private List<Server> startCluster(int masters, boolean tls, String... options) throws IOException {
        List<Server> servers = startMasters(masters, tls, options);
        awaitJoined(servers, masters);
        return servers;
    }

    private List<Server> startMasters(int masters, boolean tls, String... options) throws IOException {
        List<Server> servers = new ArrayList<>();
        for (int i = 0; i < masters; i++) {
            Server server = startNode(tls, options);
            servers.add(server);
            server.commands().text("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            int first = SLOTS * i / masters;
            int last = SLOTS * (i + 1) / masters - 1;
            server.commands().text("CLUSTER", "ADDSLOTSRANGE", Integer.toString(first), Integer.toString(last));
        }
        servers.stream().skip(1).forEach(server -> meet(server, servers.get(0), tls));
        return servers;
    }

    private Server startNode(boolean tls, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--cluster-enabled", "yes",
                "--cluster-port", Integer.toString(freePort()),
                "--cluster-node-timeout", "3000",
                "--cluster-replica-validity-factor", "0"));
        all.addAll(List.of(options));
        return start(tls, all.toArray(String[]::new));
    }

    private static void meet(Server server, Server other, boolean tls) {
        String busPort = other.commands().text("CONFIG", "GET", "cluster-port").split(" ", -1)[1];
        String port = Integer.toString(tls ? other.tlsPort() : other.port());
        server.commands().text("CLUSTER", "MEET", LOOPBACK, port, busPort);
    }

    /** The same with a replica, the last of the list, of the first master: it has its data and all know it. */
    public List<Server> startClusterWithReplica(int masters) throws IOException {
        List<Server> all = startMasters(masters, false);
        Server master = all.get(0);
        Server replica = startNode(false);
        all.add(replica);
        meet(replica, master, false);
        Eventually.isTrue("everybody knows everybody", () -> all.stream().allMatch(server -> server.knows(all.size())));
        replica.commands().text("CLUSTER", "REPLICATE", master.nodeId());
        Eventually.isTrue("the replica has its data", () -> isInSync(replica));
        awaitJoined(all, all.size());
        Eventually.isTrue("everybody knows the replica as such", () -> all.stream()
                .allMatch(server -> server.replicasKnown() == 1));
        return all;
    }

    public static boolean isInSync(Server replica) {
        return replica.info("replication", "role").equals("slave")
                && replica.info("replication", "master_link_status").equals("up");
    }

    private static void awaitJoined(List<Server> servers, int known) {
        Eventually.isTrue("all servers have joined", () -> servers.stream().allMatch(server -> server.joined(known)));
    }

    /** A Sentinel that watches a master by this name, alone, and lets a replica take over after a second. */
    public Server startSentinel(String name, Server master) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            GuardedProcess process = runSentinel(port, name, master);
            RedisCommands commands = new RedisCommands(port);
            Eventually.isTrue("the Sentinel answers or has ended", () -> !process.isAlive() || commands.answers());
            if (process.isAlive()) {
                return new Server(port, 0, commands);
            }
            if (attempt == ATTEMPTS) {
                throw new IOException("the Sentinel did not start: " + process.lastWords());
            }
        }
    }

    private GuardedProcess runSentinel(int port, String name, Server master) throws IOException {
        Path folder = newFolder();
        Path file = folder.resolve("sentinel.conf");
        Files.writeString(file, """
                port %d
                bind %s
                sentinel monitor %s %s %d 1
                sentinel down-after-milliseconds %s 1000
                sentinel failover-timeout %s 5000
                """.formatted(port, LOOPBACK, name, LOOPBACK, master.port(), name, name));
        return run(folder, List.of(file.toString(), "--sentinel"));
    }

    /** Whether redis-server was built with TLS, as distributions do; the static one of the jar was not. */
    public static boolean canTls() throws IOException, InterruptedException {
        Optional<Path> program = RedisBinary.serverOnPath(System.getenv());
        if (program.isEmpty()) {
            return false;
        }
        // without any port it ends at once, unless it does not know the option
        Process process = new ProcessBuilder(program.get().toString(), "--port", "0", "--tls-port", "0")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.contains("not listen anywhere");
    }

    private GuardedProcess run(Path folder, List<String> arguments) throws IOException {
        Optional<Path> onPath = RedisBinary.serverOnPath(System.getenv());
        List<String> command = new ArrayList<>();
        command.add((onPath.isPresent() ? onPath.get() : RedisBinary.extractInto(folder)).toString());
        command.addAll(arguments);
        GuardedProcess process = GuardedProcess.start(folder, command);
        processes.add(process);
        return process;
    }

    private static Path newFolder() throws IOException {
        return Files.createTempDirectory("multipool-redis-test-");
    }

    /** A port that nobody had a moment ago. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The slot of a key, as a Cluster counts it. */
    public static int slot(Server server, String key) {
        return Integer.parseInt(server.commands().text("CLUSTER", "KEYSLOT", key));
    }

    @Override
    public void close() {
        processes.forEach(GuardedProcess::stop);
    }
}
