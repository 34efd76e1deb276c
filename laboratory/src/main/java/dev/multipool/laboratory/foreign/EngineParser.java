package dev.multipool.laboratory.foreign;

import dev.multipool.laboratory.result.LoadEngine.Program;

/** Reads what a program left. */
interface EngineParser {
    /**
     * Reads it.
     *
     * @throws OutputException when it is not what the program prints or writes
     */
    EngineFigures parse(EngineOutput output) throws OutputException;

    static EngineParser of(Program program) {
        return switch (program) {
            case WRK, WRK2 -> new WrkParser();
            case K6 -> new K6Parser();
            case JMETER -> new JmeterParser();
            case HYPERFOIL -> new HyperfoilParser();
            case GHZ -> new GhzParser();
        };
    }
}
