package dev.multipool.capacity.sim;

import dev.multipool.capacity.published.JsfFormulas;
import dev.multipool.capacity.published.JsfModel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Question: how fast is the simulator? Setup: findUserInfo as the published tests had it, one thread. Reading the
 * result: {@code requests} ends after so many simulated seconds that about 100 000 requests are answered, so 100 ms is a
 * million per second. {@code grid} is 400 configurations of 2 s each, all in one invocation.
 *
 * <p>How to run: {@code mvn -Pjmh-simulator -pl capacity-model -am verify -DskipUnitTests -DskipITs}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SimulatorBenchmark {

    /** Below, at and far beyond the knee. */
    @Param({"16", "24", "200"})
    public int users;

    /** A hundred thousand requests: what the load serves, and the time for it. */
    @Benchmark
    public long requests() {
        double perSecond = JsfFormulas.bounds().throughput(users, users);
        RunPlan plan = new RunPlan(1, Duration.ZERO, Duration.ofNanos((long) (1e14 / perSecond)), 2);
        return Simulator.run(JsfModel.service("fixed:threads=" + users), JsfModel.quota(), Load.closed(users), plan)
                .counts()
                .completed();
    }

    /** 20 pool sizes by 20 loads. */
    @Benchmark
    @Warmup(iterations = 1)
    @Measurement(iterations = 1)
    @BenchmarkMode(Mode.SingleShotTime)
    public long grid() {
        long completed = 0;
        for (int threads = 2; threads <= 40; threads += 2) {
            for (int share = 1; share <= 20; share++) {
                SimulatedService service = JsfModel.service("fixed:threads=" + threads + ",queue=1000");
                RunPlan plan = RunPlan.of(1, Duration.ofSeconds(2));
                completed += Simulator.run(service, JsfModel.quota(), Load.closed(share * users / 8), plan)
                        .counts()
                        .completed();
            }
        }
        return completed;
    }
}
