package dev.multipool.rpc.protocol;

/** Puts what foreign code threw into words, whatever its own methods throw in turn. */
public final class FailureText {
    private FailureText() {}

    /** What it says of itself; its class where its own words can't be had. Never throws. */
    public static String of(Throwable thrown) {
        try {
            return String.valueOf(thrown.toString());
        } catch (Throwable unprintable) {
            return thrown.getClass().getName();
        }
    }
}
