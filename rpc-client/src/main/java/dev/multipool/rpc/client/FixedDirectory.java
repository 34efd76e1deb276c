package dev.multipool.rpc.client;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Servers that stay the same. */
record FixedDirectory(List<ServerAddress> addresses) implements ServerDirectory {
    FixedDirectory {
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("servers: none (expected: one or more addresses)");
        }
        addresses = List.copyOf(addresses);
    }

    @Override
    public Watch watch(Consumer<List<ServerAddress>> listener) {
        listener.accept(addresses);
        return () -> {};
    }

    @Override
    public String toString() {
        return addresses.stream().map(ServerAddress::toString).collect(Collectors.joining(", "));
    }
}
