package dev.multipool.laboratory.sizing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A service by formula: calls go through stations in a row, each with so many places, and the cores can do so many calls. A closed
 * loop brings as many calls as the narrowest station lets through; what is more only waits.
 */
final class MadeUpService implements WindowSource {
    private final BiFunction<Map<String, String>, Integer, Window> truth;
    private final Random noise;
    private final double spread;
    private int windows;
    private int left;
    private boolean hurried;
    /** By the values, from how many users on. */
    private final Map<Map<String, String>, Integer> dying = new HashMap<>();

    private final Set<Map<String, String>> dead = new HashSet<>();

    MadeUpService(BiFunction<Map<String, String>, Integer, Window> truth, int windows, double spread, long seed) {
        this.truth = truth;
        this.left = windows;
        this.spread = spread;
        this.noise = new Random(seed);
    }

    /** Two stations: a pool of workers that hold a connection of another pool for a part of each call. */
    static Window workersAndConnections(Map<String, String> values, int users, double limitMillis) {
        double workers = Double.parseDouble(values.getOrDefault("workers", "0"));
        double connections = Double.parseDouble(values.getOrDefault("connections", "0"));
        double busyMillis = 1;
        double heldMillis = 20;
        double cpuPerSecond = 1500 / (1 + workers / 2000 + connections / 1000);
        double most = Math.min(
                Math.min(1000 * workers / (busyMillis + heldMillis), 1000 * connections / heldMillis), cpuPerSecond);
        double least = busyMillis + heldMillis;
        double throughput = Math.min(most, 1000.0 * users / least);
        double mean = 1000 * users / throughput;
        double tail = 1.3 * mean + 4 * throughput / most;
        return new Window(throughput, tail, tail < limitMillis);
    }

    void letDie(Map<String, String> values) {
        letDie(values, 1);
    }

    void letDie(Map<String, String> values, int fromUsers) {
        dying.put(values, fromUsers);
    }

    /** From now on there is no time for what is probably no better. */
    void hurry() {
        hurried = true;
    }

    @Override
    public Optional<Window> measure(Map<String, String> values, int users) {
        windows++;
        left--;
        if (users >= dying.getOrDefault(values, Integer.MAX_VALUE)) {
            dead.add(values);
            return Optional.empty();
        }
        Window exact = truth.apply(values, users);
        double factor = 1 + spread * noise.nextGaussian();
        return Optional.of(
                new Window(exact.throughputPerSecond() * factor, exact.tailMillis() / factor, exact.keeps()));
    }

    @Override
    public boolean isLeftOut(Map<String, String> values) {
        return dead.contains(values);
    }

    @Override
    public boolean hasTime() {
        return left > 0;
    }

    @Override
    public boolean hasTimeToSpare() {
        return hasTime() && !hurried;
    }

    int windows() {
        return windows;
    }
}
