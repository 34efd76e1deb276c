package dev.multipool.laboratory.description;

import org.jspecify.annotations.Nullable;

/** Where the service tells what a knob is set to. */
public sealed interface ReadBack {
    /**
     * An attribute of each MBean that a name matches.
     *
     * @param bean an object name, which may be a pattern
     */
    record Jmx(String bean, String attribute) implements ReadBack {}

    /**
     * The answer to a GET.
     *
     * @param url with placeholders
     * @param pointer to the value in the answer, as RFC 6901 has it; null when the answer is the value
     */
    record Http(String url, @Nullable String pointer) implements ReadBack {}
}
