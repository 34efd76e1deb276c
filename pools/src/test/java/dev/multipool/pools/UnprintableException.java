package dev.multipool.pools;

/** An exception that throws another one when somebody wants to read it. */
public final class UnprintableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
        throw new NullPointerException("expected by the test");
    }
}
