package dev.multipool.bench.measure;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** Makes the histograms of a run: all have the same precision, so that they can be added up. */
public final class Histograms {
    private static final int SIGNIFICANT_DIGITS = 3;

    private Histograms() {}

    public static Histogram newHistogram() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }

    static SingleWriterRecorder newRecorder() {
        return new SingleWriterRecorder(SIGNIFICANT_DIGITS);
    }
}
