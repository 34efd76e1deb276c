package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The way by which a knob is set. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = KnobWay.Environment.class, name = "environment"),
    @JsonSubTypes.Type(value = KnobWay.Property.class, name = "property"),
    @JsonSubTypes.Type(value = KnobWay.Flag.class, name = "flag"),
    @JsonSubTypes.Type(value = KnobWay.Placeholder.class, name = "placeholder"),
    @JsonSubTypes.Type(value = KnobWay.File.class, name = "file"),
    @JsonSubTypes.Type(value = KnobWay.JmxAttribute.class, name = "jmx-attribute"),
    @JsonSubTypes.Type(value = KnobWay.JmxOperation.class, name = "jmx-operation"),
    @JsonSubTypes.Type(value = KnobWay.Http.class, name = "http")
})
public sealed interface KnobWay {
    /** Whether it is set in the running service; else the service starts anew for another value. */
    @JsonIgnore
    default boolean isLive() {
        return false;
    }

    /** For people: how to set a knob of this name to a value, in the service's own words. */
    String use(String knob, String value);

    /** A variable of the environment. */
    record Environment(String variable) implements KnobWay {
        @Override
        public String use(String knob, String value) {
            return variable + "=" + value + " in the environment";
        }
    }

    /**
     * A system property of the JVM. Where the command has the word {@code {properties}}, that word becomes one
     * {@code -DNAME=VALUE} for each such knob. Else they go into {@code JAVA_TOOL_OPTIONS}, which each JVM of the service
     * reads, also below a start script; there a {@code -D} of the command itself wins.
     */
    record Property(String name) implements KnobWay {
        @Override
        public String use(String knob, String value) {
            return "-D" + name + "=" + value + " for the JVM";
        }
    }

    /** {@code FLAG=VALUE} as a further word at the end of the command. */
    record Flag(String flag) implements KnobWay {
        @Override
        public String use(String knob, String value) {
            return flag + "=" + value + " at the end of the command";
        }
    }

    /** The knob's name as a placeholder in the command or in a value of the environment. */
    record Placeholder() implements KnobWay {
        @Override
        public String use(String knob, String value) {
            return value + " in place of {" + knob + "} in the command or its environment";
        }
    }

    /**
     * A file that is written before the start from a template, with each knob's name as a placeholder, and deleted after
     * the end.
     *
     * @param template which is only read
     * @param to what is written; it must not exist before
     */
    record File(
            @JsonSerialize(using = ToStringSerializer.class) Path template,
            @JsonSerialize(using = ToStringSerializer.class) Path to)
            implements KnobWay {
        public File {
            if (template.equals(to)) {
                throw new IllegalArgumentException("to: " + to + " (expected: another file than the template)");
            }
        }

        /** Reads what was written: plain paths, no URIs. */
        @JsonCreator
        static File read(@JsonProperty("template") String template, @JsonProperty("to") String to) {
            return new File(Path.of(template), Path.of(to));
        }

        @Override
        public String use(String knob, String value) {
            return value + " in place of {" + knob + "} of the template " + template + ", as the file " + to;
        }
    }

    /**
     * An attribute of each MBean that a name matches.
     *
     * @param bean an object name, which may be a pattern
     */
    record JmxAttribute(String bean, String attribute) implements KnobWay {
        @Override
        public String use(String knob, String value) {
            return "attribute " + attribute + " = " + value + " of the MBean " + bean;
        }

        @Override
        public boolean isLive() {
            return true;
        }
    }

    /**
     * An operation with one parameter, of each MBean that a name matches.
     *
     * @param bean an object name, which may be a pattern
     */
    record JmxOperation(String bean, String operation) implements KnobWay {
        @Override
        public String use(String knob, String value) {
            return "operation " + operation + "(" + value + ") of the MBean " + bean;
        }

        @Override
        public boolean isLive() {
            return true;
        }
    }

    /**
     * An HTTP request, with the placeholders {@code {value}} and {@code {port}}.
     *
     * @param method such as PUT
     * @param url of the service, or of whatever sets it
     * @param body null for none
     * @param contentType of the body
     */
    record Http(String method, String url, @Nullable String body, String contentType) implements KnobWay {
        /** What stands for the value. */
        public static final String VALUE = "value";

        @Override
        public String use(String knob, String value) {
            return method + " " + filled(url, value)
                    + (body == null ? "" : " with the body " + filled(body, value) + " (" + contentType + ")");
        }

        private static String filled(String text, String value) {
            return text.replace("{" + VALUE + "}", value);
        }

        @Override
        public boolean isLive() {
            return true;
        }
    }
}
