package dev.multipool.pools.admission;

import java.time.Duration;

/** Builds {@link AdmissionSettings}; what isn't set keeps its default. Used by one thread. */
public final class AdmissionSettingsBuilder {

    private AdmissionObjective objective = AdmissionObjective.TP99_BELOW_10_MS;
    private int minLimit = 1;
    private int maxLimit = 2000;
    private int initialLimit = 20;
    private Duration window = Duration.ofMillis(100);
    private int minSamples = 100;
    private double headroom = AdmissionSettings.DEFAULT_HEADROOM;

    AdmissionSettingsBuilder() {}

    /** Sets {@link AdmissionSettings#objective()}. */
    public AdmissionSettingsBuilder objective(AdmissionObjective newObjective) {
        objective = newObjective;
        return this;
    }

    /** Sets {@link AdmissionSettings#minLimit()}. */
    public AdmissionSettingsBuilder minLimit(int newMinLimit) {
        minLimit = newMinLimit;
        return this;
    }

    /** Sets {@link AdmissionSettings#maxLimit()}. */
    public AdmissionSettingsBuilder maxLimit(int newMaxLimit) {
        maxLimit = newMaxLimit;
        return this;
    }

    /** Sets {@link AdmissionSettings#initialLimit()}. */
    public AdmissionSettingsBuilder initialLimit(int newInitialLimit) {
        initialLimit = newInitialLimit;
        return this;
    }

    /** Sets {@link AdmissionSettings#window()}. */
    public AdmissionSettingsBuilder window(Duration newWindow) {
        window = newWindow;
        return this;
    }

    /** Sets {@link AdmissionSettings#minSamples()}. */
    public AdmissionSettingsBuilder minSamples(int newMinSamples) {
        minSamples = newMinSamples;
        return this;
    }

    /** Sets {@link AdmissionSettings#headroom()}. */
    public AdmissionSettingsBuilder headroom(double newHeadroom) {
        headroom = newHeadroom;
        return this;
    }

    /**
     * Returns the settings.
     *
     * @throws IllegalArgumentException with the field, its value and what was expected
     */
    public AdmissionSettings build() {
        return new AdmissionSettings(objective, minLimit, maxLimit, initialLimit, window, minSamples, headroom);
    }
}
