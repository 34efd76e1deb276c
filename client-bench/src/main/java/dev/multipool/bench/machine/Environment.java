package dev.multipool.bench.machine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The machine and the software of a run: without it a figure means nothing.
 *
 * @param cores logical cores of the machine that this process may use
 * @param cpuModel as the operating system names it
 * @param kernel name and release
 * @param jdk vendor and version of the JVM
 * @param jvmFlags the flags that the JVM was started with
 * @param gitRevision commit of the checkout that it ran from, with {@code -dirty} when changed; null outside of one
 * @param date ISO-8601 in UTC
 */
public record Environment(
        int cores,
        String cpuModel,
        String kernel,
        String jdk,
        List<String> jvmFlags,
        @Nullable String gitRevision,
        String date) {

    public Environment {
        if (cores < 1) {
            throw new IllegalArgumentException("cores: " + cores + " (expected: >= 1)");
        }
        jvmFlags = List.copyOf(jvmFlags);
    }
}
