package dev.multipool.perf.app;

import dev.multipool.laboratory.machine.AwakeCores;
import picocli.CommandLine.Option;

/** Whether cores are kept awake, as an option. */
final class AwakeCoresOption {
    @Option(
            names = "--awake-cores",
            paramLabel = "auto|on|off",
            defaultValue = "auto",
            description = "keeps the cores from halting; auto: on virtual machines and with deep sleep states")
    private String word = "";

    /**
     * What was asked for.
     *
     * @throws IllegalArgumentException when there is no such choice
     */
    AwakeCores asked() {
        return AwakeCores.named(word);
    }

    /** The option as it was given, behind other arguments. */
    String asArgument() {
        return " --awake-cores " + word;
    }
}
