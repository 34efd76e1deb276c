package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonValue;

/** The calls that a mix can hold, by the names that a command line and JSON use. */
public enum CallKind {
    FIND_USER_INFO("find-user-info"),
    QUERY_ITEMS("query-items"),
    MOCK_DELAY("mock-delay");

    private final String text;

    CallKind(String text) {
        this.text = text;
    }

    /**
     * The kind of this name, for a command line.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static CallKind parse(String text) {
        for (CallKind kind : values()) {
            if (kind.text.equals(text)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' (expected: find-user-info, query-items or mock-delay, each with a weight)");
    }

    @Override
    @JsonValue
    public String toString() {
        return text;
    }
}
