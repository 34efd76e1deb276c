package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class ServerProcessTest {
    @Test
    void rejections_areReadFromTheLastWordsOfAServer() {
        assertThat(ServerProcess.rejections("listening on 127.0.0.1:8000\nrejected: POOL_FULL=12, QUEUE_FULL=3\n"))
                .containsOnly(entry("POOL_FULL", 12L), entry("QUEUE_FULL", 3L));
        assertThat(ServerProcess.rejections("listening on 127.0.0.1:8000\nrejected: none\n"))
                .isEmpty();
    }

    @Test
    void rejections_ofAServerThatWasKilled_areUnknown() {
        assertThat(ServerProcess.rejections("listening on 127.0.0.1:8000\n")).isNull();
    }
}
