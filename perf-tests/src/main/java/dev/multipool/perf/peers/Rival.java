package dev.multipool.perf.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.laboratory.process.LineClient;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.perf.own.OwnServer;
import dev.multipool.perf.peers.app.PeerLoadMain;
import dev.multipool.perf.peers.app.PeerServerMain;
import dev.multipool.perf.peers.contestant.Protocol;
import dev.multipool.perf.peers.contestant.RedisBytes;
import dev.multipool.perf.peers.load.LoadFigures;
import dev.multipool.perf.peers.load.LoadOrder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A contestant's two processes, server and load, which live through the whole comparison and idle between windows. */
final class Rival implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final ServerProcess server;
    private final ServerProcess load;
    private final LineClient orders;

    private Rival(ServerProcess server, ServerProcess load, LineClient orders) {
        this.server = server;
        this.load = load;
        this.orders = orders;
    }

    static Rival start(Contestant contestant, PeersSite site) throws IOException, InterruptedException {
        Protocol protocol = contestant.protocol();
        ServerProcess server = startServer(contestant, site);
        try {
            ServerProcess load = ServerProcess.start(
                    contestant.word() + "-load",
                    site.java(),
                    site.cores().generatorCpus(),
                    PeerLoadMain.class.getName(),
                    List.of(protocol == null ? contestant.word() : protocol.name(), Integer.toString(server.port())),
                    site.directory().resolve(contestant.word() + "-load.log"));
            try {
                return new Rival(server, load, LineClient.connect(load.port()));
            } catch (IOException e) {
                load.close();
                throw e;
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static ServerProcess startServer(Contestant contestant, PeersSite site) throws InterruptedException {
        String model = contestant.executionModel();
        return ServerProcess.start(
                contestant.word(),
                site.java(),
                site.cores().serverCpus(),
                model == null ? PeerServerMain.class.getName() : OwnServer.MAIN_CLASS,
                model == null
                        ? List.of(
                                contestant.word(),
                                site.redis().toString(),
                                Integer.toString(PeersSettings.POOL_THREADS))
                        : ourArguments(model, contestant.gathersReads(), site),
                site.directory().resolve(contestant.word() + ".log"));
    }

    private static List<String> ourArguments(String model, boolean gathersReads, PeersSite site) {
        String kind = model.equals("virtual") ? "virtual" : "fixed";
        return List.of(
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--redis",
                site.redis().toString(),
                "--set",
                "pools.business=" + kind + ":threads=" + PeersSettings.POOL_THREADS + ",queue=1000",
                "--set",
                "methods.find-user-info.execution=" + model,
                "--set",
                "redis.command-timeout=" + RedisBytes.TIMEOUT_MILLIS + "ms",
                "--set",
                "redis.gather-reads=" + gathersReads);
    }

    List<Long> pids() {
        return List.of(server.pid(), load.pid());
    }

    long serverPid() {
        return server.pid();
    }

    /** Begins a window; {@link #end} waits for it. */
    void begin(LoadOrder order) throws IOException {
        orders.send(JSON.writeValueAsString(order));
    }

    LoadFigures end(LoadOrder order) throws IOException {
        String answer = orders.receive(
                Duration.ofMillis(order.warmupMillis() + order.windowMillis()).plus(SLACK));
        server.requireAlive();
        return JSON.readValue(answer, LoadFigures.class);
    }

    @Override
    public void close() {
        load.close();
        server.close();
    }
}
