package dev.multipool.laboratory.foreign;

import java.util.Objects;

/** A program left something else than its parser knows. */
final class OutputException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String expected;

    OutputException(String found, String expected) {
        super(found);
        this.expected = expected;
    }

    String found() {
        return Objects.requireNonNull(getMessage());
    }

    String expected() {
        return expected;
    }
}
