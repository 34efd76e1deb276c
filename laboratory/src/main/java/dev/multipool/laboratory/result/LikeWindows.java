package dev.multipool.laboratory.result;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How much the windows of a stage differ. Three windows of one setting tell little of how much the next one will differ. Windows of other
 * settings, which are measured in the same way and have a tail about as long, differ about as much; so they lend some certainty.
 *
 * <p>Independent calls queue in bursts, so their TP99 differs more than that of a closed loop. Three windows of a rate that lie near each
 * other by chance would promise too much. So the usual scatter of rates joins theirs.
 *
 * <p><b>Threads:</b> immutable.
 */
final class LikeWindows {
    /** Ratio of tails up to which two settings are alike: near its saturation a service scatters more. */
    private static final double ALIKE = 1.25;
    /** Degrees of freedom: of an answer's three windows a third of the weight is left for what is seen of the setting itself. */
    private static final int MOST_BORROWED = 4;

    /** TP99 of one rate differs so much, as a part of it: the rates of our own methods in three searches (docs/experiments/search.md). */
    private static final double USUAL_OF_A_RATE = 0.12;

    private final List<Setting> settings;

    /** What the windows of one setting show. */
    private record Setting(boolean isOpenLoop, double tailMillis, Scatter throughput, Scatter tail) {
        static Setting of(List<LabRun> windows, EqualSpeed speed) {
            List<Double> tails = windows.stream().map(LikeWindows::tailMillis).toList();
            return new Setting(
                    windows.stream().anyMatch(run -> run.settings().load().demand() instanceof Demand.OpenLoop),
                    tails.stream().mapToDouble(Double::doubleValue).average().orElse(0),
                    Scatter.of(windows.stream().map(speed::throughputPerSecond).toList()),
                    Scatter.of(tails));
        }

        /** Windows that differ more than is usual speak for themselves. */
        boolean differsLessThanRatesDo() {
            return isOpenLoop && tail.freedom() > 0 && tail.deviation() < USUAL_OF_A_RATE;
        }

        boolean isLike(Setting other) {
            return tailMillis <= ALIKE * other.tailMillis && other.tailMillis <= ALIKE * tailMillis;
        }
    }

    /**
     * Of one stage.
     *
     * @param windows those that count, of each setting
     */
    LikeWindows(List<List<LabRun>> windows, EqualSpeed speed) {
        settings = windows.stream().map(each -> Setting.of(each, speed)).toList();
    }

    /** Of throughput, by the windows of this setting and of those that are like it. */
    Scatter throughput(int setting) {
        return settings.get(setting)
                .throughput()
                .moderatedBy(
                        othersLike(setting).map(Setting::throughput).reduce(Scatter.UNKNOWN, Scatter::with),
                        MOST_BORROWED);
    }

    /** Of TP99, likewise. */
    Scatter tail(int setting) {
        Setting own = settings.get(setting);
        Scatter others = othersLike(setting).map(Setting::tail).reduce(Scatter.UNKNOWN, Scatter::with);
        return own.tail()
                .moderatedBy(own.differsLessThanRatesDo() ? others.with(usualOfARate()) : others, MOST_BORROWED);
    }

    private static Scatter usualOfARate() {
        return new Scatter(MOST_BORROWED * USUAL_OF_A_RATE * USUAL_OF_A_RATE, MOST_BORROWED);
    }

    private Stream<Setting> othersLike(int setting) {
        Setting own = settings.get(setting);
        return IntStream.range(0, settings.size())
                .filter(each -> each != setting)
                .mapToObj(settings::get)
                .filter(own::isLike);
    }

    static double tailMillis(LabRun run) {
        return run.figures().times().responseTime().p99Millis();
    }
}
