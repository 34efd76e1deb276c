package dev.multipool.perf.app;

import dev.multipool.laboratory.machine.Countermeasures;
import dev.multipool.laboratory.machine.Wanted;
import picocli.CommandLine.Option;

/** What is done against the noise of the machine, as options. */
final class NoiseOptions {
    private static final String VALUES = "auto|on|off";

    @Option(
            names = "--awake-cores",
            paramLabel = VALUES,
            defaultValue = "auto",
            description = "keeps the cores from halting; auto: on virtual machines and with deep sleep states")
    private String awakeCores = "";

    @Option(
            names = "--compact-memory",
            paramLabel = VALUES,
            defaultValue = "auto",
            description = "has the kernel move memory together before a process starts; auto: on virtual machines")
    private String compactMemory = "";

    /**
     * What was asked for.
     *
     * @throws IllegalArgumentException when there is no such choice
     */
    Countermeasures asked() {
        return new Countermeasures(
                Wanted.named("awake-cores", awakeCores), Wanted.named("compact-memory", compactMemory));
    }

    /** The options as they were given, behind other arguments. */
    String asArguments() {
        return " --awake-cores " + awakeCores + " --compact-memory " + compactMemory;
    }
}
