package dev.multipool.laboratory.proposal;

import java.util.List;

/**
 * A path that a service answers to GET.
 *
 * @param path with a placeholder {@code {NAME}} for each of the names
 * @param names of its placeholders, each one that a load can have
 */
record ApiPath(String path, List<String> names) {
    ApiPath {
        names = List.copyOf(names);
    }

    /** The path with a value in each place. */
    String with(String value) {
        String filled = path;
        for (String name : names) {
            filled = filled.replace("{" + name + "}", value);
        }
        return filled;
    }
}
