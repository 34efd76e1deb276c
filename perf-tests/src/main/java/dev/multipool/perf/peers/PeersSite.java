package dev.multipool.perf.peers;

import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.JavaCommand;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where a comparison is made.
 *
 * @param java how to start each process
 * @param cores which process gets which cores
 * @param cpus all cores of the run
 * @param redis where the Redis listens, which holds the users
 * @param redisPid its process, where it is known
 * @param directory takes what the processes print
 * @param watch of those cores
 */
public record PeersSite(
        JavaCommand java,
        CorePlan cores,
        List<Integer> cpus,
        URI redis,
        OptionalLong redisPid,
        Path directory,
        CoreWatch watch) {
    public PeersSite {
        cpus = List.copyOf(cpus);
    }
}
