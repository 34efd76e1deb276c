package dev.multipool.rpc.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    @Test
    void of_aTree_isJsonWithEveryKindOfValue() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("text", "a \"quote\", a \\, a\nline, an é");
        tree.put("numbers", Arrays.asList(1, 2.5, Double.NaN, null, true));
        tree.put("empty", List.of());
        tree.put("map", Map.of("inner", Map.of()));

        assertThat(JsonText.of(tree)).isEqualTo("""
                {
                  "text": "a \\"quote\\", a \\\\, a\\u000aline, an é",
                  "numbers": [
                    1,
                    2.5,
                    null,
                    null,
                    true
                  ],
                  "empty": [],
                  "map": {
                    "inner": {}
                  }
                }
                """);
    }

    @Test
    void inOneLine_hasNoLineBreak_whateverTheTreeHolds() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("text", "a\nline, a\r\nsecond");
        tree.put("numbers", List.of(1, 2.5));

        assertThat(JsonText.inOneLine(tree))
                .isEqualTo("{\"text\": \"a\\u000aline, a\\u000d\\u000asecond\",\"numbers\": [1,2.5]}");
    }
}
