package dev.multipool.bench.result;

import java.util.Locale;

/** Why a run's figures can't be trusted. One rule for all tools: a run with any of these does not count. */
public enum Fault {
    STOPPED_EARLY(false),
    NO_ANSWERS(false),
    CALLS_LOST(false),
    /** Calls failed that should not have. */
    ERRORS(false),
    /** Answers without what was seeded. */
    NOT_FOUND(false),
    GENERATOR_BOTTLENECK(false),
    GENERATOR_PAUSED(false),
    GENERATOR_LATE(false),
    SCHEDULE_NOT_KEPT(false),
    /** Throughput moved while the load stayed. */
    NOT_STEADY(true),
    /** The server's JIT compilers were at work. */
    COMPILING(true),
    /** Processes that are no part of the run used its cores. */
    FOREIGN_LOAD(true),
    /** The hypervisor took its cores. */
    STOLEN(true),
    /** Stalls of the machine left too little time to judge from. */
    TOO_FEW_CLEAN_SLICES(true);

    private final boolean ofTheMachine;

    Fault(boolean ofTheMachine) {
        this.ofTheMachine = ofTheMachine;
    }

    /** For people, in few words: {@code not steady}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether a calmer moment may give a run without it: then the figures are off, but they are the service's. */
    public boolean isOfTheMachine() {
        return ofTheMachine;
    }
}
