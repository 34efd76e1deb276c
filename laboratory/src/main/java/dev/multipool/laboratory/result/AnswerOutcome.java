package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/** How much an answer is worth. */
public enum AnswerOutcome {
    /** It passed the gate. */
    ANSWER,
    /** The best that is known; it lacks something. */
    PROVISIONAL,
    /** Nothing is recommended. */
    NONE;

    /** For JSON and people. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** An answer that lacks nothing is one; all others are provisional. */
    public static AnswerOutcome lacking(List<Shortfall> missing) {
        return missing.isEmpty() ? ANSWER : PROVISIONAL;
    }
}
