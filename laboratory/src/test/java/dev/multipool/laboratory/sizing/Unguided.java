package dev.multipool.laboratory.sizing;

import java.util.Map;
import java.util.Optional;

/** Knows nothing: the search works from measurements alone. */
public final class Unguided implements Guide {
    @Override
    public Optional<Window> predict(Map<String, String> values, int users) {
        return Optional.empty();
    }

    @Override
    public boolean needsLoads() {
        return false;
    }
}
