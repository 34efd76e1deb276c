package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.sizing.KnobScale;
import dev.multipool.laboratory.sizing.KnobSpace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The knobs of a description, as a search moves them. */
final class DescribedKnobs {
    private DescribedKnobs() {}

    /**
     * All values that may stand together.
     *
     * @param points values of each number at most; null for all of its scale
     */
    static KnobSpace space(ServiceDescription description, @Nullable Integer points) {
        return new KnobSpace(
                description.knobs().stream()
                        .map(DescribedKnobs::scale)
                        .map(scale -> points == null ? scale : scale.thinned(points))
                        .toList(),
                values -> description.allows(new Setting(values)));
    }

    private static KnobScale scale(Knob knob) {
        if (knob.values() instanceof KnobValues.Range range) {
            KnobScale scale = range.scale() == KnobValues.Scale.LOG
                    ? KnobScale.logarithmic(knob.name(), range.min(), range.max())
                    : KnobScale.linear(knob.name(), range.min(), range.max());
            Long present = range.start();
            return present == null ? scale : scale.with(present);
        }
        return KnobScale.ofChoices(knob.name(), ((KnobValues.Choices) knob.values()).choices());
    }

    /** What the service has today, as far as its description says. */
    static Map<String, String> present(ServiceDescription description) {
        Map<String, String> start = new HashMap<>();
        for (Knob knob : description.knobs()) {
            String text = knob.values().startText();
            if (text != null) {
                start.put(knob.name(), text);
            }
        }
        return start;
    }

    static List<String> names(ServiceDescription description) {
        return description.knobs().stream().map(Knob::name).toList();
    }
}
