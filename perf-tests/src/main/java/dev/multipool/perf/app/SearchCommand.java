package dev.multipool.perf.app;

import dev.multipool.perf.Experiments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Searches for the best server settings. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        description = {
            "Searches for the pools, queue, Redis connections and execution model that serve most within the objective:"
                    + " a model out of three short runs proposes, a shortlist is measured, the best are measured again.",
            "Example: search --objective 'tp99<10ms' --maximize tps --budget 20m",
            "With FILE it sizes the service that this describes, by measurement alone.",
            "Example: search shop.yaml --objective 'tp99<50ms' --budget 15m"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:an answer, or a provisional one",
            "1:no answer, or with --strict a provisional one",
            "2:wrong usage"
        },
        showDefaultValues = true,
        sortOptions = false)
final class SearchCommand extends MeasuringCommand {
    private static final String TPS = "tps";
    private static final Pattern RATE = Pattern.compile("([1-9][0-9]{0,6})/s");

    @Option(
            names = "--maximize",
            paramLabel = TPS,
            defaultValue = TPS,
            description = "what is to be as large as it can be")
    private String maximize = TPS;

    @Override
    List<Experiments.Entry> experiments() {
        return List.of(Experiments.named("search"));
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "the description of a service of one's own; without it, our service is searched")
    private @Nullable Path file;

    @Option(
            names = "--carry",
            paramLabel = "RATE/s",
            description = "with FILE: the smallest sizes that carry this rate, in place of the most throughput")
    private @Nullable String carry;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!maximize.equals(TPS)) {
            throw new ParameterException(spec.commandLine(), "--maximize: " + maximize + " (expected: tps)");
        }
        if (file != null) {
            return sizeService(described(file), carry == null ? null : rate(carry), null);
        }
        if (carry != null) {
            throw new ParameterException(
                    spec.commandLine(), "--carry: " + carry + " (expected: with the FILE of a service alone)");
        }
        return measureAll();
    }

    private int rate(String text) {
        Matcher form = RATE.matcher(text);
        if (!form.matches()) {
            throw new ParameterException(
                    spec.commandLine(), "--carry: " + text + " (expected: calls per second, such as 2000/s)");
        }
        return Integer.parseInt(form.group(1));
    }
}
