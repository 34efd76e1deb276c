package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectMemoryTest {
    private static final long MIB = 1L << 20;

    @Test
    void bytes_areAShareOfTheHeap() {
        assertThat(DirectMemory.bytes(1000 * MIB)).isEqualTo(300 * MIB);
    }

    @Test
    void bytes_besideASmallHeap_areEnoughForAFewLargeFrames() {
        assertThat(DirectMemory.bytes(40 * MIB)).isEqualTo(32 * MIB);
    }
}
