package dev.multipool.rpc.client;

import java.io.Serial;

/** What code that is not ours may throw in the place of its work. */
public enum Hostility {
    RUNTIME_EXCEPTION,
    ERROR,
    OUT_OF_MEMORY,
    STACK_OVERFLOW,
    UNPRINTABLE,
    THREAD_DEATH;

    /** Throws it; the result is for expressions. */
    @SuppressWarnings({"DoNotCallSuggester", "TypeParameterUnusedInFormals"}) // that is what it is for
    public <T> T strike() {
        throw Hostility.<RuntimeException>unchecked(thrown());
    }

    private Throwable thrown() {
        return switch (this) {
            case RUNTIME_EXCEPTION -> new IllegalStateException("hostile");
            case ERROR -> new NoClassDefFoundError("hostile");
            case OUT_OF_MEMORY -> new OutOfMemoryError("hostile");
            case STACK_OVERFLOW -> new StackOverflowError();
            case UNPRINTABLE -> new Unprintable();
            case THREAD_DEATH -> new ThreadDeath();
        };
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // errors are thrown like unchecked exceptions
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }

    /** An exception that throws when it is asked what it is, and is its own cause in a ring. */
    private static final class Unprintable extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }

        @Override
        public synchronized Throwable getCause() {
            return new Unprintable();
        }
    }
}
