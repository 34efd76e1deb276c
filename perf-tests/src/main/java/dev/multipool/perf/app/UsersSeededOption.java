package dev.multipool.perf.app;

import picocli.CommandLine.Option;

/** How many users Redis holds, as an option. */
final class UsersSeededOption {
    @Option(
            names = "--users-seeded",
            paramLabel = "N",
            defaultValue = "10000",
            description = "users written to Redis before the first run")
    private long usersSeeded;

    long count() {
        return usersSeeded;
    }
}
