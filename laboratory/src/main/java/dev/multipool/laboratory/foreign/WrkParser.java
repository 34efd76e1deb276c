package dev.multipool.laboratory.foreign;

import dev.multipool.bench.result.Percentiles;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what wrk and wrk2 print with {@code --latency}. Their times include those of calls that were answered with another
 * status than 2xx or 3xx.
 */
final class WrkParser implements EngineParser {
    private static final String TIME = "([0-9.]+)(us|ms|s|m|h)";
    private static final Pattern LATENCY =
            Pattern.compile("(?m)^ +Latency +" + TIME + " +" + TIME + " +" + TIME + " +[0-9.]+%$");
    private static final Pattern PERCENTILE = Pattern.compile("(?m)^ *([0-9.]+)% +" + TIME + "$");
    private static final Pattern REQUESTS =
            Pattern.compile("(?m)^ +([0-9]+) requests in " + TIME + ", ([0-9.]+)([KMGTP]?)B read$");
    private static final Pattern SOCKET_ERRORS =
            Pattern.compile("(?m)^ +Socket errors: connect ([0-9]+), read ([0-9]+), write ([0-9]+), timeout ([0-9]+)$");
    private static final Pattern OTHER_STATUS = Pattern.compile("(?m)^ +Non-2xx or 3xx responses: ([0-9]+)$");

    private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3, "m", 60e3, "h", 3600e3);
    private static final String BINARY = "KMGTP";

    @Override
    public EngineFigures parse(EngineOutput output) throws OutputException {
        String text = output.console();
        MatchResult requests = find(REQUESTS, text, "N requests in TIME");
        MatchResult latency = find(LATENCY, text, "Thread Stats with Latency");
        double seconds = millis(requests, 2) / 1e3;
        Map<String, Long> errors = new TreeMap<>();
        Matcher status = OTHER_STATUS.matcher(text);
        long other = status.find() ? Long.parseLong(status.group(1)) : 0;
        errors.put("STATUS", other);
        Matcher sockets = SOCKET_ERRORS.matcher(text);
        if (sockets.find()) {
            errors.put("CONNECT", Long.valueOf(sockets.group(1)));
            errors.put("READ", Long.valueOf(sockets.group(2)));
            errors.put("WRITE", Long.valueOf(sockets.group(3)));
            errors.put("TIMEOUT", Long.valueOf(sockets.group(4)));
        }
        Percentiles times = new Percentiles(
                required(text, 50),
                required(text, 90),
                required(text, 99),
                percentile(text, 99.9),
                millis(latency, 5),
                millis(latency, 1));
        return new EngineFigures(
                Long.parseLong(requests.group(1)) - other,
                errors,
                seconds,
                times,
                null,
                new EngineFigures.Traffic(null, Double.parseDouble(requests.group(4)) * unit(requests.group(5))));
    }

    private static double unit(String letter) {
        return letter.isEmpty() ? 1 : Math.pow(1024, BINARY.indexOf(letter) + 1);
    }

    private static MatchResult find(Pattern line, String text, String what) throws OutputException {
        Matcher matcher = line.matcher(text);
        if (!matcher.find()) {
            throw new OutputException("no line '" + what + "' is printed", "what wrk prints at its end");
        }
        return matcher.toMatchResult();
    }

    private static double required(String text, double percent) throws OutputException {
        Double millis = percentile(text, percent);
        if (millis == null) {
            throw new OutputException("no latency distribution with " + (int) percent + " % is printed", "--latency");
        }
        return millis;
    }

    private static @Nullable Double percentile(String text, double percent) {
        return PERCENTILE
                .matcher(text)
                .results()
                .filter(line -> Double.parseDouble(line.group(1)) == percent)
                .map(line -> millis(line, 2))
                .findFirst()
                .orElse(null);
    }

    private static double millis(MatchResult line, int group) {
        return Double.parseDouble(line.group(group)) * MILLIS.getOrDefault(line.group(group + 1), 1.0);
    }
}
