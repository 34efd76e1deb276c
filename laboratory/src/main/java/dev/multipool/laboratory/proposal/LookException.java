package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.proposal.LookFailure.Code;

/** A service could not be looked at. */
public final class LookException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient LookFailure failure;

    LookException(Code code, String subject, String found, String expected) {
        this(new LookFailure(code, subject, found, expected));
    }

    private LookException(LookFailure failure) {
        super(failure.sentence());
        this.failure = failure;
    }

    /** Why. */
    public LookFailure failure() {
        return failure;
    }
}
