package dev.multipool.laboratory.judge;

import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A service that does on average what the truth says. Each of its processes differs from the others, and each window from the
 * others of its process, as measured services do.
 *
 * <p><b>Threads:</b> one.
 */
final class NoisyService {
    /** Standard deviations of logarithms: what fresh processes and windows of Spring Boot and of our own service differed by. */
    private static final double THROUGHPUT_OF_A_PROCESS = 0.03;

    private static final double TAIL_OF_A_PROCESS = 0.08;
    private static final double THROUGHPUT_OF_A_WINDOW = 0.01;
    private static final double TAIL_OF_A_WINDOW = 0.05;

    /** Of a normal distribution: so many deviations above the mean lies what 95 % stay below. */
    private static final double DEVIATIONS = 1.645;

    private final Truth truth;
    private final Random random;
    private double throughputFactor = 1;
    private double tailFactor = 1;
    private int windows;

    NoisyService(Truth truth, long seed) {
        this.truth = truth;
        this.random = new Random(seed);
    }

    /** The most that its sizes serve where windows of 95 % of fresh processes keep the limit: what an answer promises. */
    static double most(Truth truth) {
        return truth.most(Math.exp(DEVIATIONS * Math.hypot(TAIL_OF_A_PROCESS, TAIL_OF_A_WINDOW)));
    }

    /** How probable it is that a window of a fresh process breaks the limit. */
    static double breaking(Truth truth, Truth.Setting setting) {
        double room = Math.log(truth.limitMillis() / truth.at(setting).tailMillis());
        return NormalDistribution.of(0, Math.hypot(TAIL_OF_A_PROCESS, TAIL_OF_A_WINDOW))
                .survivalProbability(room);
    }

    /** Starts another process. */
    void start() {
        double one = random.nextGaussian();
        throughputFactor = Math.exp(-THROUGHPUT_OF_A_PROCESS * one);
        // a slow process has a long tail, too
        tailFactor = Math.exp(TAIL_OF_A_PROCESS * (0.8 * one + 0.6 * random.nextGaussian()));
    }

    /** One window of the process. */
    Truth.Point measure(List<Integer> sizes, int users) {
        windows++;
        Truth.Point point = truth.at(new Truth.Setting(sizes, users));
        return new Truth.Point(
                point.throughput() * throughputFactor * Math.exp(THROUGHPUT_OF_A_WINDOW * random.nextGaussian()),
                point.tailMillis() * tailFactor * Math.exp(TAIL_OF_A_WINDOW * random.nextGaussian()));
    }

    int windows() {
        return windows;
    }
}
