package dev.multipool.laboratory.knob;

/** What came of setting a knob. */
public sealed interface KnobOutcome {
    /** The service tells the value that was asked for. */
    record TookEffect(String asked) implements KnobOutcome {}

    /** It was set, but the service does not tell its value. */
    record NotVerifiable(String asked) implements KnobOutcome {}

    /** The service tells another value. */
    record NoEffect(String asked, String found) implements KnobOutcome {}

    /** It can't be set, or its value can't be read. */
    record Failed(KnobFailure failure) implements KnobOutcome {}
}
