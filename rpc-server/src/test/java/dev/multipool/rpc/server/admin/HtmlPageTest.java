package dev.multipool.rpc.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlPageTest {
    @Test
    void of_aListOfMaps_isATableWithAColumnPerKey() {
        assertThat(HtmlPage.of("/pools", List.of(Map.of("name", "a"), Map.of("depth", 2))))
                .contains("<h1>/pools</h1>")
                .contains("<th>name</th>", "<th>depth</th>", "<td>a</td>", "<td>2</td>");
    }

    @Test
    void of_textFromAPeer_isEscapedWhereverItStands() {
        String evil = "<script>alert('x')</script>\"&";

        assertThat(HtmlPage.of(evil, Map.of(evil, List.of(evil, Map.of(evil, "/" + evil)))))
                .doesNotContain("<script>alert", "alert('x')")
                .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;");
    }
}
