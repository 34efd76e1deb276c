package dev.multipool.perf.profile;

import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.capacity.calibration.MeasuredRun.Pool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measured runs as lines of figures, one for each pool of a run; lines that start with {@code #} are comments. */
public final class MeasuredRunsCsv {
    /** The first line. */
    public static final String COLUMNS =
            "run,cores,users,throughput_per_s,mean_ms,tp99_ms,cpu_cores,pauses_per_call,pause_ms,"
                    + "pool,threads,queue_ms,service_ms,join_ms,pool_cpu_ms,service_deviation_ms";

    private static final int CELLS = COLUMNS.split(",", -1).length;

    private MeasuredRunsCsv() {}

    /** Writes the runs, as {@link #parse} reads them. */
    public static String write(List<MeasuredRun> runs) {
        StringBuilder csv = new StringBuilder(COLUMNS).append('\n');
        for (int i = 0; i < runs.size(); i++) {
            MeasuredRun run = runs.get(i);
            for (Pool pool : run.pools()) {
                csv.append(String.format(
                        Locale.ROOT,
                        "%d,%d,%d,%.2f,%.4f,%.4f,%.4f,%.8f,%.3f,%s,%d,%.5f,%.5f,%.5f,%.5f,%.5f\n",
                        i + 1,
                        run.cores(),
                        run.users(),
                        run.seen().throughputPerSecond(),
                        run.seen().meanMillis(),
                        run.seen().p99Millis(),
                        run.cpu().cpuCores(),
                        run.cpu().pausesPerCall(),
                        run.cpu().meanPauseMillis(),
                        pool.name(),
                        pool.threads(),
                        pool.queueMillis(),
                        pool.serviceMillis(),
                        pool.joinMillis(),
                        pool.cpuMillis(),
                        pool.serviceDeviationMillis()));
            }
        }
        return csv.toString();
    }

    /**
     * Reads the runs.
     *
     * @throws IllegalArgumentException with the line that can't be read
     */
    public static List<MeasuredRun> parse(String csv) {
        List<String> lines = csv.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        if (lines.isEmpty() || !lines.get(0).equals(COLUMNS)) {
            throw new IllegalArgumentException(
                    "first line: " + (lines.isEmpty() ? "" : lines.get(0)) + " (expected: " + COLUMNS + ")");
        }
        Map<String, List<MeasuredRun>> parts = new LinkedHashMap<>();
        lines.stream().skip(1).forEach(line -> parts.computeIfAbsent(
                        line.substring(0, Math.max(0, line.indexOf(','))), run -> new ArrayList<>())
                .add(run(line)));
        return parts.values().stream().map(MeasuredRunsCsv::joined).toList();
    }

    /** What is of the run and not of a pool is taken from its first line. */
    private static MeasuredRun joined(List<MeasuredRun> parts) {
        MeasuredRun first = parts.get(0);
        return new MeasuredRun(
                first.cores(),
                first.users(),
                first.seen(),
                first.cpu(),
                parts.stream().flatMap(part -> part.pools().stream()).toList());
    }

    private static MeasuredRun run(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != CELLS) {
            throw new IllegalArgumentException("line: " + line + " (expected: " + CELLS + " figures)");
        }
        try {
            return new MeasuredRun(
                    Integer.parseInt(cells[1]),
                    Integer.parseInt(cells[2]),
                    new MeasuredRun.Seen(number(cells, 3), number(cells, 4), number(cells, 5)),
                    new MeasuredRun.Cpu(number(cells, 6), number(cells, 7), number(cells, 8)),
                    List.of(new Pool(
                            cells[9],
                            Integer.parseInt(cells[10]),
                            number(cells, 11),
                            number(cells, 12),
                            number(cells, 13),
                            number(cells, 14),
                            number(cells, 15))));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("line: " + line + " (expected: numbers)", e);
        }
    }

    private static double number(String[] cells, int index) {
        return Double.parseDouble(cells[index]);
    }
}
