package dev.multipool.laboratory.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/** A comparison as one HTML page that needs no network. */
public final class ComparePage {
    private ComparePage() {}

    /**
     * The page.
     *
     * @param flames differential flame graphs beside the page, by what they show
     */
    public static String render(Comparison comparison, Map<String, String> flames) {
        String names = String.join(
                " / ", comparison.sides().stream().map(Comparison.Side::name).toList());
        Map<String, Object> data = Map.of(
                "sides",
                comparison.sides(),
                "rows",
                comparison.rows(),
                "answers",
                comparison.answers(),
                "flames",
                flames.entrySet().stream()
                        .map(flame -> List.of(flame.getKey(), flame.getValue()))
                        .toList());
        try {
            return new Page(
                            names,
                            "compare.html",
                            Map.of("title", names),
                            List.of("compare.js"),
                            "comparison",
                            new ObjectMapper().writeValueAsString(data))
                    .render();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a comparison can't be written as JSON", e);
        }
    }
}
