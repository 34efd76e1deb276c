package dev.multipool.laboratory.judge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The judge as a program: {@code ours SEEDS MINUTES...} tells how good our search is, {@code serve TRUTH SEED} measures windows for
 * the searches of others, which ask for them line by line.
 */
final class JudgeMain {
    private static final PrintStream OUT = System.out;

    private JudgeMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("serve")) {
            serve(KnownServices.named(arguments[1]), Long.parseLong(arguments[2]));
            return;
        }
        int seeds = Integer.parseInt(arguments[1]);
        for (KnownServices.Known known : KnownServices.all()) {
            for (String minutes : Arrays.asList(arguments).subList(2, arguments.length)) {
                judge(known, seeds, Duration.ofMinutes(Long.parseLong(minutes)));
            }
        }
    }

    private static void judge(KnownServices.Known known, int seeds, Duration budget) throws InterruptedException {
        Truth truth = known.truth();
        SearchJudge judge = new SearchJudge(truth, truth.most());
        List<Judged> all = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            judge.judge(seed, budget).ifPresent(all::add);
        }
        List<Judged> answers = all.stream().filter(Judged::isAnswer).toList();
        OUT.printf(
                Locale.ROOT,
                "%s,ours,%d,%.1f,%d,%d,%.2f,%.2f,%d,%d%n",
                known.name(),
                seeds,
                all.stream().mapToInt(Judged::windows).average().orElse(0),
                all.size(),
                answers.size(),
                100 * answers.stream().mapToDouble(Judged::regret).average().orElse(Double.NaN),
                100 * answers.stream().mapToDouble(Judged::regret).max().orElse(Double.NaN),
                answers.stream().filter(each -> !each.keeps()).count(),
                answers.stream().filter(Judged::covered).count());
    }

    /** First the limit, the most, and a line for each knob with its range; then a window for each line of sizes and users. */
    private static void serve(KnownServices.Known known, long seed) throws IOException {
        Truth truth = known.truth();
        NoisyService service = new NoisyService(truth, seed);
        OUT.printf(Locale.ROOT, "%f %f %d%n", truth.limitMillis(), truth.most(), truth.mostUsers());
        for (int knob = 0; knob < truth.knobs().size(); knob++) {
            OUT.printf(Locale.ROOT, "%s %d %d%n", truth.knobs().get(knob), truth.range(knob)[0], truth.range(knob)[1]);
        }
        OUT.println();
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            List<Integer> numbers =
                    Arrays.stream(line.trim().split(" ")).map(Integer::valueOf).toList();
            List<Integer> sizes = numbers.subList(0, numbers.size() - 1);
            int users = numbers.get(numbers.size() - 1);
            service.start();
            Truth.Point window = service.measure(sizes, users);
            Truth.Point average = truth.at(new Truth.Setting(sizes, users));
            OUT.printf(
                    Locale.ROOT,
                    "%f %f %f %f%n",
                    window.throughput(),
                    window.tailMillis(),
                    average.throughput(),
                    average.tailMillis());
        }
    }
}
