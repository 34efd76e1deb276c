package dev.multipool.perf.peers;

import dev.multipool.laboratory.process.LineClient;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.perf.peers.app.SpinMain;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process on some cores that times a spin loop there when asked. */
public final class CoreSpeed implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ServerProcess process;
    private final LineClient spins;
    private long sumNanos;
    private int count;

    private CoreSpeed(ServerProcess process, LineClient spins) {
        this.process = process;
        this.spins = spins;
    }

    public static CoreSpeed start(String name, @Nullable String cpus, PeersSite site)
            throws IOException, InterruptedException {
        ServerProcess process = ServerProcess.start(
                name,
                site.java(),
                cpus,
                SpinMain.class.getName(),
                List.of(),
                site.directory().resolve(name + ".log"));
        return new CoreSpeed(process, LineClient.connect(process.port()));
    }

    public long pid() {
        return process.pid();
    }

    /** Times the loop once more. */
    public void sample() throws IOException {
        spins.send("spin");
        sumNanos += Long.parseLong(spins.receive(PATIENCE));
        count++;
    }

    /** The mean spin since the last call. */
    public double takeMeanNanos() {
        double mean = (double) sumNanos / count;
        sumNanos = 0;
        count = 0;
        return mean;
    }

    @Override
    public void close() {
        process.close();
    }
}
