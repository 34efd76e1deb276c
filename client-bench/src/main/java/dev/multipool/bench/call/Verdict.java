package dev.multipool.bench.call;

/** What an answer is worth. */
public enum Verdict {
    FOUND,
    /** Right, but something that was asked for is absent. */
    NOT_FOUND,
    /** About something else than was asked. */
    WRONG
}
