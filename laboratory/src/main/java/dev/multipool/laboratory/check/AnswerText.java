package dev.multipool.laboratory.check;

import dev.multipool.bench.plan.JsonCheck;

/** Answers in the words of a finding. */
final class AnswerText {
    private static final int LONGEST = 120;

    private AnswerText() {}

    /** An answer in one line that is not too long. */
    static String shortened(String what, String answer) {
        String line = answer.strip().replaceAll("\\s+", " ");
        return what + " '" + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…") + "'";
    }

    static String expected(JsonCheck json) {
        return (json.value() == null ? "a value" : "'" + json.value() + "'") + " at " + json.pointer();
    }
}
