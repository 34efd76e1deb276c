package dev.multipool.perf.profile;

import dev.multipool.capacity.calibration.MeasuredRun;
import java.util.List;

/** Measured runs as lines of figures; lines that start with {@code #} are comments. */
public final class MeasuredRunsCsv {
    /** The first line. */
    public static final String COLUMNS =
            "cores,users,threads,throughput_per_s,mean_ms,cpu_cores,pauses_per_call,pause_ms,"
                    + "queue_ms,service_ms,pool_cpu_ms,service_deviation_ms";

    private MeasuredRunsCsv() {}

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
        return lines.stream().skip(1).map(MeasuredRunsCsv::run).toList();
    }

    private static MeasuredRun run(String line) {
        String[] cells = line.split(",", -1);
        int expected = COLUMNS.split(",", -1).length;
        if (cells.length != expected) {
            throw new IllegalArgumentException("line: " + line + " (expected: " + expected + " figures)");
        }
        try {
            return new MeasuredRun(
                    Integer.parseInt(cells[0]),
                    Integer.parseInt(cells[1]),
                    Integer.parseInt(cells[2]),
                    Double.parseDouble(cells[3]),
                    Double.parseDouble(cells[4]),
                    new MeasuredRun.Cpu(
                            Double.parseDouble(cells[5]), Double.parseDouble(cells[6]), Double.parseDouble(cells[7])),
                    new MeasuredRun.Pool(
                            Double.parseDouble(cells[8]),
                            Double.parseDouble(cells[9]),
                            Double.parseDouble(cells[10]),
                            Double.parseDouble(cells[11])));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("line: " + line + " (expected: numbers)", e);
        }
    }
}
