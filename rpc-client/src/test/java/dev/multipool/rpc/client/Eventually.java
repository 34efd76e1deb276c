package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits in integration tests for what another thread does. */
public final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Eventually() {}

    public static void eventually(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        boolean holds = condition.getAsBoolean();
        while (!holds && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
            holds = condition.getAsBoolean();
        }
        assertThat(holds).as(what).isTrue();
    }
}
