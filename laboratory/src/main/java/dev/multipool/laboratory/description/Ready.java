package dev.multipool.laboratory.description;

/** How a service is known to be ready. */
public sealed interface Ready {
    /**
     * A GET is answered by a status from 200 to 299.
     *
     * @param url with placeholders
     */
    record Http(String url) implements Ready {}

    /**
     * A connection is accepted.
     *
     * @param address {@code HOST:PORT}, with placeholders
     */
    record Tcp(String address) implements Ready {}

    /**
     * A line of the console holds a match.
     *
     * @param regex as {@link java.util.regex.Pattern} has it
     */
    record Log(String regex) implements Ready {}

    /** A service that runs already is taken as ready, unless its description says how to tell. */
    record Assumed() implements Ready {}
}
