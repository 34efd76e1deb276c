package dev.multipool.laboratory.knob;

/** Carries a failure up to where it becomes a value. */
final class KnobException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient KnobFailure failure;

    KnobException(KnobFailure.Code code, String subject, String found) {
        super(code + " " + subject + ": " + found);
        this.failure = new KnobFailure(code, subject, found);
    }

    KnobFailure failure() {
        return failure;
    }
}
