package dev.multipool.laboratory.description;

import dev.multipool.bench.plan.Calls;
import dev.multipool.laboratory.result.LoadEngine;
import dev.multipool.laboratory.result.LoadEngine.Loop;
import dev.multipool.laboratory.result.LoadEngine.Program;
import dev.multipool.laboratory.result.LoadEngine.Stalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A load that another program makes. {@code {users}} or {@code {rate}}, {@code {seconds}}, {@code {port}} and {@code {out}}, a
 * file that it may write, stand in its words and are filled in for each window. With {@code {rate}} it is an open loop.
 *
 * @param words at least one
 * @param program whose output is read
 * @param directory in which it starts
 */
public record LoadCommand(List<String> words, Program program, Path directory) implements Calls {
    /** Callers at once. */
    public static final String USERS = "users";

    /** Calls per second. */
    public static final String RATE = "rate";

    /** How long it makes load, in whole seconds. */
    public static final String SECONDS = "seconds";

    /** The path of a file. */
    public static final String OUT = "out";

    static final Set<String> PLACEHOLDERS = Set.of(USERS, RATE, SECONDS, OUT, Placeholders.PORT);

    /** Those that read their figures from a file. */
    private static final Set<Program> WRITERS = Set.of(Program.K6, Program.JMETER, Program.HYPERFOIL, Program.GHZ);

    /** Those that count from the actual send, and may send late without telling. */
    private static final Set<Program> LATE_UNTOLD = Set.of(Program.JMETER, Program.GHZ);

    public LoadCommand {
        words = List.copyOf(words);
        Set<String> named = Placeholders.namesIn(String.join(" ", words));
        if (words.isEmpty()) {
            throw new IllegalArgumentException("no words (expected: a command)");
        }
        for (String name : named) {
            if (!PLACEHOLDERS.contains(name)) {
                throw new IllegalArgumentException(
                        "{" + name + "} (expected: {" + NearestWord.of(name, PLACEHOLDERS) + "}?)");
            }
        }
        if (!named.contains(USERS) && !named.contains(RATE)) {
            throw new IllegalArgumentException("no {users} and no {rate} (expected: {users} where it says how many call"
                    + " at once, such as -c{users}; or {rate} for an open loop)");
        }
        if (!named.contains(SECONDS)) {
            throw new IllegalArgumentException(
                    "no {seconds} (expected: {seconds} where it says how long it makes load, such as -d{seconds}s)");
        }
        if (program == Program.WRK && named.contains(RATE)) {
            throw new IllegalArgumentException("{rate} (expected: {users}, as wrk keeps no rate; wrk2 does)");
        }
        if (program == Program.WRK2 && !named.contains(RATE)) {
            throw new IllegalArgumentException("no {rate} (expected: -R{rate}, as wrk2 always keeps a rate)");
        }
        if (WRITERS.contains(program) && !named.contains(OUT)) {
            throw new IllegalArgumentException(
                    "no {out} (expected: {out} where it says which file " + program + " writes its figures to)");
        }
    }

    /** What its figures are worth. */
    public LoadEngine engine() {
        Loop loop = has(RATE) ? Loop.OPEN : Loop.CLOSED;
        return new LoadEngine(
                program,
                loop,
                loop == Loop.CLOSED || LATE_UNTOLD.contains(program) ? Stalls.MAY_BE_HIDDEN : Stalls.SHOWN);
    }

    boolean has(String placeholder) {
        return Placeholders.namesIn(String.join(" ", words)).contains(placeholder);
    }

    /** Its words with values. */
    public List<String> filled(Map<String, String> values) {
        return words.stream().map(word -> Placeholders.fill(word, values)).toList();
    }

    /** Programs do not tell which of their failures were rejections. */
    @Override
    public boolean rejectedBy(String error) {
        return false;
    }

    @Override
    public Map<String, Integer> shares() {
        return Map.of(program.toString(), 1);
    }
}
