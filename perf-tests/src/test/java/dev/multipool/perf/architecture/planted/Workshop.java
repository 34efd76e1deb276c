package dev.multipool.perf.architecture.planted;

/** Some of it is used, and some is not. */
final class Workshop implements Tool, Comparable<Workshop> {
    static final String USED_CONSTANT = "used";
    static final String UNUSED_CONSTANT = "nobody reads it";

    private final int read;
    int onlyWritten;

    Workshop() {
        this.read = 1;
        this.onlyWritten = 2;
    }

    enum Kind {
        ONE,
        TWO;

        static Kind unusedOfEnum() {
            return ONE;
        }
    }

    record Part(String name, Kind kind) {
        String unusedOfRecord() {
            return name;
        }
    }

    /** A library writes all of it. */
    record Figures(int seconds) {}

    /** Nobody mentions it. */
    static final class Forgotten {
        static void neverCalled() {}
    }

    @Override
    public int use() {
        return read;
    }

    @Override
    public int compareTo(Workshop other) {
        return Integer.compare(read, other.read);
    }

    Part usedInLambda(String name) {
        return new Part(name, new Figures(1).toString().isEmpty() ? Kind.ONE : Kind.TWO);
    }

    int unusedAndCallsItself(int depth) {
        return depth == 0 ? 0 : unusedAndCallsItself(depth - 1);
    }

    void unusedAndCallsAnother() {
        calledByTheUnused();
    }

    void calledByTheUnused() {}
}
