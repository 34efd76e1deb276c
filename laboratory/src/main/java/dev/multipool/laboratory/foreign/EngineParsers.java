package dev.multipool.laboratory.foreign;

import dev.multipool.laboratory.result.LoadEngine.Program;

/** Who reads which program. */
final class EngineParsers {
    private EngineParsers() {}

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
