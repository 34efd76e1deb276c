package dev.multipool.laboratory.process;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class in a JVM that can't outlive the laboratory: its standard input is a pipe that the laboratory
 * holds open, so the end of input means that the laboratory is gone, even when it was killed and could say nothing.
 */
public final class Leash {
    private static final int HOLDER_GONE = 143;

    private Leash() {}

    /** The first argument is the main class, the others are its own. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(Leash::haltAtEndOfInput, "leash");
        watch.setDaemon(true);
        watch.start();
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(args[0] + " failed", e.getCause());
        }
    }

    private static void haltAtEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // nothing is ever sent; whatever comes is not for us
            }
        } catch (IOException e) {
            // a broken pipe is the end of input, too
        }
        Runtime.getRuntime().halt(HOLDER_GONE);
    }
}
