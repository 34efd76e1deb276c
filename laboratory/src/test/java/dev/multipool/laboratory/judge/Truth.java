package dev.multipool.laboratory.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a service would do on average, for all sizes and loads: a grid of windows, and what lies between, by interpolation over
 * logarithms. Beyond the heaviest load that was measured throughput stays, and TP99 grows with the users.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Truth {
    private static final String LOAD = "users";

    private final List<String> knobs;
    private final double limitMillis;
    private final Map<List<Integer>, NavigableMap<Integer, Point>> measured = new LinkedHashMap<>();
    private final List<NavigableSet<Integer>> axes = new ArrayList<>();

    /** Throughput in calls per second, and TP99. */
    record Point(double throughput, double tailMillis) {
        private Point times(double users, double ofUsers) {
            double ratio = users / ofUsers;
            return ratio > 1 ? new Point(throughput, tailMillis * ratio) : new Point(throughput * ratio, tailMillis);
        }
    }

    /** Sizes under a load. */
    record Setting(List<Integer> sizes, int users) {}

    private Truth(List<String> knobs, double limitMillis) {
        this.knobs = knobs;
        this.limitMillis = limitMillis;
        knobs.forEach(knob -> axes.add(new TreeSet<>()));
    }

    /**
     * Reads a grid that the command grid left; windows of one setting are averaged.
     *
     * @param limitMillis that TP99 has to keep
     */
    static Truth read(Path csv, double limitMillis) {
        try {
            List<String> lines = Files.readAllLines(csv);
            List<String> head = List.of(lines.get(0).split(","));
            Truth truth = new Truth(List.copyOf(head.subList(0, head.indexOf(LOAD))), limitMillis);
            Map<Setting, List<Point>> windows = new LinkedHashMap<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",", -1);
                int count = truth.knobs.size();
                if (!cells[count + 1].isEmpty()) {
                    List<Integer> sizes =
                            Arrays.stream(cells, 0, count).map(Integer::valueOf).toList();
                    windows.computeIfAbsent(
                                    new Setting(sizes, Integer.parseInt(cells[count])), each -> new ArrayList<>())
                            .add(new Point(Double.parseDouble(cells[count + 1]), Double.parseDouble(cells[count + 2])));
                }
            }
            windows.forEach(truth::add);
            return truth;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(Setting setting, List<Point> windows) {
        for (int knob = 0; knob < knobs.size(); knob++) {
            axes.get(knob).add(setting.sizes.get(knob));
        }
        measured.computeIfAbsent(setting.sizes, each -> new TreeMap<>())
                .put(
                        setting.users,
                        new Point(
                                windows.stream()
                                        .mapToDouble(Point::throughput)
                                        .average()
                                        .orElseThrow(),
                                windows.stream()
                                        .mapToDouble(Point::tailMillis)
                                        .average()
                                        .orElseThrow()));
    }

    List<String> knobs() {
        return knobs;
    }

    double limitMillis() {
        return limitMillis;
    }

    /** The smallest and the largest value of a knob. */
    int[] range(int knob) {
        return new int[] {axes.get(knob).first(), axes.get(knob).last()};
    }

    /** The most users that some sizes were measured under. */
    int mostUsers() {
        return measured.values().stream()
                .mapToInt(loads -> loads.lastKey())
                .max()
                .orElseThrow();
    }

    boolean keeps(Setting setting) {
        return at(setting).tailMillis < limitMillis;
    }

    /** Sizes that no window was made of, such as those that a constraint forbids, are as their neighbours. */
    Point at(Setting setting) {
        double weights = 0;
        double throughput = 0;
        double tail = 0;
        for (int corner = 0; corner < 1 << knobs.size(); corner++) {
            List<Integer> sizes = new ArrayList<>();
            double weight = 1;
            for (int knob = 0; knob < knobs.size(); knob++) {
                int size = setting.sizes.get(knob);
                int low = orElse(axes.get(knob).floor(size), axes.get(knob).first());
                int high = orElse(axes.get(knob).ceiling(size), axes.get(knob).last());
                double upper = low == high ? 0 : Math.log((double) size / low) / Math.log((double) high / low);
                boolean isUpper = (corner >> knob & 1) == 1;
                sizes.add(isUpper ? high : low);
                weight *= isUpper ? upper : 1 - upper;
            }
            NavigableMap<Integer, Point> loads = measured.get(sizes);
            if (loads != null && weight > 0) {
                Point point = under(loads, setting.users);
                weights += weight;
                throughput += weight * Math.log(point.throughput);
                tail += weight * Math.log(point.tailMillis);
            }
        }
        if (weights == 0) {
            return under(nearest(setting.sizes), setting.users);
        }
        return new Point(Math.exp(throughput / weights), Math.exp(tail / weights));
    }

    /** By ratio. */
    private NavigableMap<Integer, Point> nearest(List<Integer> sizes) {
        return measured.entrySet().stream()
                .min(Comparator.comparingDouble(each -> distance(each.getKey(), sizes)))
                .orElseThrow()
                .getValue();
    }

    private static double distance(List<Integer> one, List<Integer> other) {
        double sum = 0;
        for (int knob = 0; knob < one.size(); knob++) {
            sum += Math.abs(Math.log((double) one.get(knob) / other.get(knob)));
        }
        return sum;
    }

    private static Point under(NavigableMap<Integer, Point> loads, int users) {
        Map.Entry<Integer, Point> low = loads.floorEntry(users);
        Map.Entry<Integer, Point> high = loads.ceilingEntry(users);
        if (low == null) {
            return loads.firstEntry().getValue().times(users, loads.firstKey());
        }
        if (high == null) {
            return low.getValue().times(users, low.getKey());
        }
        if (low.getKey().equals(high.getKey())) {
            return low.getValue();
        }
        double upper = Math.log((double) users / low.getKey()) / Math.log((double) high.getKey() / low.getKey());
        return new Point(
                between(low.getValue().throughput, high.getValue().throughput, upper),
                between(low.getValue().tailMillis, high.getValue().tailMillis, upper));
    }

    private static double between(double low, double high, double upper) {
        return Math.exp((1 - upper) * Math.log(low) + upper * Math.log(high));
    }

    private static int orElse(Integer found, int other) {
        return found == null ? other : found;
    }

    /**
     * The most that any sizes serve within the limit, over a fine grid of sizes and loads.
     *
     * @param tailFactor TP99 of those windows that have to keep the limit, too / its average
     */
    double most(double tailFactor) {
        double most = 0;
        for (List<Integer> sizes : fineSizes(0)) {
            for (double users = 1; users <= 1.5 * mostUsers(); users = Math.max(users + 1, users * 1.1)) {
                Setting setting = new Setting(sizes, (int) users);
                Point point = at(setting);
                if (tailFactor * point.tailMillis < limitMillis) {
                    most = Math.max(most, point.throughput);
                }
            }
        }
        return most;
    }

    private List<List<Integer>> fineSizes(int knob) {
        if (knob == knobs.size()) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        int[] range = range(knob);
        for (double size = range[0]; size <= range[1]; size = Math.max(size + 1, size * 1.15)) {
            for (List<Integer> others : fineSizes(knob + 1)) {
                List<Integer> sizes = new ArrayList<>(List.of((int) size));
                sizes.addAll(others);
                all.add(sizes);
            }
        }
        return all;
    }
}
