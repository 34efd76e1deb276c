package dev.multipool.perf.peers;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Those that a user names, of those that can be compared here. */
public final class Selection {
    private Selection() {}

    /**
     * Those with these words, in the order of {@code among}.
     *
     * @param what they are, for the message
     * @param word of each
     * @throws IllegalArgumentException when a word is none of {@code among}
     */
    public static <T> List<T> named(String what, List<String> words, List<T> among, Function<T, String> word) {
        List<String> known = among.stream().map(word).toList();
        for (String each : words) {
            if (!known.contains(each)) {
                throw new IllegalArgumentException(what + ": " + each + " (expected, on this machine and JDK: "
                        + known.stream().collect(Collectors.joining(", ")) + ")");
            }
        }
        return among.stream().filter(each -> words.contains(word.apply(each))).toList();
    }
}
