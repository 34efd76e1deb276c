package dev.multipool.laboratory.description;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The way by which a knob is set. */
public sealed interface KnobWay {
    /** Whether it is set in the running service; else the service starts anew for another value. */
    default boolean isLive() {
        return false;
    }

    /** A variable of the environment. */
    record Environment(String variable) implements KnobWay {}

    /**
     * A system property of the JVM. Where the command has the word {@code {properties}}, that word becomes one
     * {@code -DNAME=VALUE} for each such knob. Else they go into {@code JAVA_TOOL_OPTIONS}, which each JVM of the service
     * reads, also below a start script; there a {@code -D} of the command itself wins.
     */
    record Property(String name) implements KnobWay {}

    /** {@code FLAG=VALUE} as a further word at the end of the command. */
    record Flag(String flag) implements KnobWay {}

    /** The knob's name as a placeholder in the command or in a value of the environment. */
    record Placeholder() implements KnobWay {}

    /**
     * A file that is written before the start from a template, with each knob's name as a placeholder, and deleted after
     * the end.
     *
     * @param template which is only read
     * @param to what is written; it must not exist before
     */
    record File(Path template, Path to) implements KnobWay {
        public File {
            if (template.equals(to)) {
                throw new IllegalArgumentException("to: " + to + " (expected: another file than the template)");
            }
        }
    }

    /**
     * An attribute of each MBean that a name matches.
     *
     * @param bean an object name, which may be a pattern
     */
    record JmxAttribute(String bean, String attribute) implements KnobWay {
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
        @Override
        public boolean isLive() {
            return true;
        }
    }
}
