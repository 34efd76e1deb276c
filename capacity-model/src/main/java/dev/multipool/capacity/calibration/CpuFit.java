package dev.multipool.capacity.calibration;

import java.util.List;

/**
 * How the CPU time of a process comes about: {@code cores = calls/s * perCall + wakes/s * perIdleWake + background}.
 *
 * @param millisPerCall CPU time of a call on cores that are busy anyway
 * @param millisPerIdleWake what it costs to get a core going that had nothing to do
 * @param backgroundCores without calls
 */
record CpuFit(double millisPerCall, double millisPerIdleWake, double backgroundCores) {

    /*
     * Least squares of the relative errors with no coefficient below 0. There are three, so all subsets of them are tried: of
     * the fits without a negative coefficient the one with the least error is the constrained one.
     */

    private static final int COEFFICIENTS = 3;
    private static final double SINGULAR = 1e-9;

    /**
     * Fits it to runs.
     *
     * @param wakesPerCall of idle cores, one for each run
     * @param background whether there may be one
     * @throws IllegalArgumentException when CPU time doesn't grow with calls
     */
    static CpuFit of(List<MeasuredRun> runs, double[] wakesPerCall, boolean background) {
        double[][] rows = new double[runs.size()][];
        for (int i = 0; i < rows.length; i++) {
            MeasuredRun run = runs.get(i);
            double cores = run.cpu().cpuCores();
            double calls = run.seen().throughputPerSecond() / 1e3;
            rows[i] = new double[] {calls / cores, calls * wakesPerCall[i] / cores, 1 / cores};
        }
        double[] best = new double[COEFFICIENTS];
        double least = Double.POSITIVE_INFINITY;
        int subsets = 1 << (background ? COEFFICIENTS : COEFFICIENTS - 1);
        for (int used = 1; used < subsets; used += 2) {
            double[] found = solve(rows, used);
            if (found[0] > 0 && found[1] >= 0 && found[2] >= 0 && error(rows, found) < least) {
                least = error(rows, found);
                best = found;
            }
        }
        if (least == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("runs: CPU doesn't grow with throughput (expected: loads far apart)");
        }
        return new CpuFit(best[0], best[1], best[2]);
    }

    private static double error(double[][] rows, double[] found) {
        double sum = 0;
        for (double[] row : rows) {
            double off = row[0] * found[0] + row[1] * found[1] + row[2] * found[2] - 1;
            sum += off * off;
        }
        return sum;
    }

    /** The normal equations of the columns in {@code used}; what is not used is 0, all is where they don't determine it. */
    private static double[] solve(double[][] rows, int used) {
        double[][] normal = new double[COEFFICIENTS][COEFFICIENTS + 1];
        for (int i = 0; i < COEFFICIENTS; i++) {
            if ((used & 1 << i) == 0) {
                normal[i][i] = 1;
                continue;
            }
            for (double[] row : rows) {
                for (int j = 0; j < COEFFICIENTS; j++) {
                    normal[i][j] += (used & 1 << j) == 0 ? 0 : row[i] * row[j];
                }
                normal[i][COEFFICIENTS] += row[i];
            }
        }
        return eliminated(normal);
    }

    private static double[] eliminated(double[][] normal) {
        for (int i = 0; i < COEFFICIENTS; i++) {
            double pivot = normal[i][i];
            if (!(pivot > SINGULAR)) {
                return new double[COEFFICIENTS];
            }
            for (int row = 0; row < COEFFICIENTS; row++) {
                double factor = normal[row][i] / pivot;
                for (int j = 0; j <= COEFFICIENTS && row != i; j++) {
                    normal[row][j] -= factor * normal[i][j];
                }
            }
        }
        double[] found = new double[COEFFICIENTS];
        for (int i = 0; i < COEFFICIENTS; i++) {
            found[i] = normal[i][COEFFICIENTS] / normal[i][i];
        }
        return found;
    }
}
