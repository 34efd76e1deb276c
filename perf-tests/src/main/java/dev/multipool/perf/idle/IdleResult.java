package dev.multipool.perf.idle;

import dev.multipool.laboratory.process.JvmMemory;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The server's memory with and without its connections.
 *
 * @param connections how many
 * @param before none of them
 * @param connected all of them, none used
 * @param called all of them, after a call on each
 */
public record IdleResult(int connections, JvmMemory before, JvmMemory connected, JvmMemory called) {
    private static final int CLASSES_SHOWN = 12;

    /** Heap bytes of a connection that was never used. */
    double connectedHeapBytes() {
        return (double) (connected.heapBytes() - before.heapBytes()) / connections;
    }

    /** Heap bytes of a connection that carried a call. */
    double calledHeapBytes() {
        return (double) (called.heapBytes() - before.heapBytes()) / connections;
    }

    /** Lines for the console: the figures, then the classes that take most. */
    public String text() {
        return String.format(
                        Locale.ROOT,
                        "%d connections, bytes each: heap %.0f, resident %.0f; after a call on each: heap %.0f, resident %.0f%n",
                        connections,
                        connectedHeapBytes(),
                        (double) (connected.residentBytes() - before.residentBytes()) / connections,
                        calledHeapBytes(),
                        (double) (called.residentBytes() - before.residentBytes()) / connections)
                + "heap bytes of each after its call, by class:\n"
                + largest().entrySet().stream()
                        .map(entry -> String.format(Locale.ROOT, "%8.0f  %s%n", entry.getValue(), entry.getKey()))
                        .collect(Collectors.joining());
    }

    /** Bytes per connection of the classes that take most, after a call on each. */
    private Map<String, Double> largest() {
        return called.heapBytesByClass().entrySet().stream()
                .map(entry -> Map.entry(
                        entry.getKey(),
                        (double) (entry.getValue() - before.heapBytesByClass().getOrDefault(entry.getKey(), 0L))
                                / connections))
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(CLASSES_SHOWN)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
    }
}
