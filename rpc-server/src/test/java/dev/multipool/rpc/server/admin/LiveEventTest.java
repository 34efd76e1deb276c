package dev.multipool.rpc.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveEventTest {
    @Test
    void of_aTree_isOneEventThatAnEmptyLineEnds() {
        assertThat(text(LiveEvent.of("second", Map.of("active", 3), null)))
                .isEqualTo("event: second\ndata: {\"active\": 3}\n\n");
    }

    @Test
    void of_aTextWithLineBreaks_staysOneEvent() {
        assertThat(text(LiveEvent.of("second", Map.of("name", "a\n\nevent: b\rc"), null)))
                .isEqualTo("event: second\ndata: {\"name\": \"a\\u000a\\u000aevent: b\\u000dc\"}\n\n");
    }

    @Test
    void of_aRetry_tellsItInMilliseconds() {
        assertThat(text(LiveEvent.of("settings", Map.of(), Duration.ofSeconds(2))))
                .isEqualTo("retry: 2000\nevent: settings\ndata: {}\n\n");
    }

    private static String text(byte[] event) {
        return new String(event, StandardCharsets.UTF_8);
    }
}
