package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How a knob of a described service is set to what an answer recommends.
 *
 * @param knob its name in the description
 * @param value what it is to be set to
 * @param way by which it is set
 */
public record KnobUse(String knob, String value, KnobWay way) {
    /** For people: {@code --container-threads=63 at the end of the command}. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        return way.use(knob, value);
    }
}
