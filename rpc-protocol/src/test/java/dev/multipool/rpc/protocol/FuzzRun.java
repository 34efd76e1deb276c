package dev.multipool.rpc.protocol;

/**
 * How much is fuzzed, and from which seed: {@code -Dfuzz.inputs=5000000 -Dfuzz.seed=42}. Input number i comes from seed +
 * i alone, so a failure that names its seed is repeated by that seed and one input.
 *
 * @param seed of the first input
 * @param inputs how many
 */
public record FuzzRun(long seed, int inputs) {

    /** What the system properties say; without them another seed each time and this many inputs. */
    public static FuzzRun of(int defaultInputs) {
        Long seed = Long.getLong("fuzz.seed");
        return new FuzzRun(seed == null ? System.nanoTime() : seed, Integer.getInteger("fuzz.inputs", defaultInputs));
    }

    /** What a failure says about the input with this number. */
    public String replay(int input) {
        return "input " + input + "; again: -Dfuzz.seed=" + (seed + input) + " -Dfuzz.inputs=1";
    }
}
