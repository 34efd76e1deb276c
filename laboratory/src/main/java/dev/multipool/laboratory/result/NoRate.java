package dev.multipool.laboratory.result;

/** Why there is no sustainable rate beside an answer. */
public enum NoRate {
    /** Only our own generator is asked for independent calls. */
    OTHER_PROGRAM("Another program makes the load; only our own generator is asked for independent calls"),
    /** What does not pass the gate in a closed loop is not worth more windows. */
    CLOSED_LOOP_NOT_SURE("The closed loop's answer did not pass the gate"),
    /** Each rate that was tried broke the objective. */
    NOTHING_KEEPS_THE_OBJECTIVE("No rate of independent calls kept the objective"),
    /** No window of independent calls could be measured. */
    OUT_OF_TIME("The time was up before a window of independent calls; give more with --budget");

    private final String text;

    NoRate(String text) {
        this.text = text;
    }

    /** For people, one sentence without its full stop. */
    String text() {
        return text;
    }
}
