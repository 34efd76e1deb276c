package dev.multipool.laboratory.judge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures windows of a known service for the searches of others, which ask for them line by line. Arguments: its name, a seed.
 *
 * <p>It first tells the limit, the most that is served within it, and the most users that were measured; then a line for each knob
 * with its range, and an empty line. Each line that it reads has sizes and users. Each gets a process of its own, and is answered with
 * throughput and TP99 of a window, then with those that are true.
 */
final class WindowServer {
    private WindowServer() {}

    public static void main(String[] arguments) throws IOException {
        Truth truth = KnownServices.named(arguments[0]).truth();
        NoisyService service = new NoisyService(truth, Long.parseLong(arguments[1]));
        PrintStream out = System.out;
        out.printf(Locale.ROOT, "%f %f %d%n", truth.limitMillis(), NoisyService.most(truth), truth.mostUsers());
        for (int knob = 0; knob < truth.knobs().size(); knob++) {
            out.printf(Locale.ROOT, "%s %d %d%n", truth.knobs().get(knob), truth.range(knob)[0], truth.range(knob)[1]);
        }
        out.println();
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            List<Integer> numbers =
                    Arrays.stream(line.trim().split(" ")).map(Integer::valueOf).toList();
            List<Integer> sizes = numbers.subList(0, numbers.size() - 1);
            int users = numbers.get(numbers.size() - 1);
            service.start();
            Truth.Point window = service.measure(sizes, users);
            Truth.Point average = truth.at(new Truth.Setting(sizes, users));
            out.printf(
                    Locale.ROOT,
                    "%f %f %f %f%n",
                    window.throughput(),
                    window.tailMillis(),
                    average.throughput(),
                    average.tailMillis());
        }
    }
}
