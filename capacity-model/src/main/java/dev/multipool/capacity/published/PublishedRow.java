package dev.multipool.capacity.published;

/**
 * One published figure beside the simulated one.
 *
 * @param table the table's name
 * @param row which row of it
 * @param metric the table's column, with its unit
 * @param published the figure as published
 * @param simulated what the model of that service gives
 * @param status how much the second could know of the first
 */
public record PublishedRow(String table, String row, String metric, double published, double simulated, Status status) {

    /** How much a simulated figure could know of the published one. */
    public enum Status {
        /** The published figure was used to set the model's parameters. */
        FIT("fit"),
        /** It was not used at all. */
        PREDICTED("predicted"),
        /** No parameter was set by it, but the kind of model was chosen after it had been seen. */
        POST_HOC("post-hoc");

        private final String word;

        Status(String word) {
            this.word = word;
        }

        /** Returns the status as tables write it. */
        public String word() {
            return word;
        }
    }
}
