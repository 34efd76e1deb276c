package dev.multipool.laboratory.check;

import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.knob.KnobFailure;
import dev.multipool.laboratory.knob.KnobOutcome;
import dev.multipool.laboratory.service.StartOutcome;
import java.util.Optional;

/**
 * Something that is wrong, or that can't be told.
 *
 * @param code what it is
 * @param subject the key, knob, request or process that it is about
 * @param found what is there
 * @param expected what should be
 */
public record CheckFinding(Code code, String subject, String found, String expected) {
    /** What can be wrong. */
    public enum Code {
        CONSTRAINTS_NEVER_HOLD,
        NOT_STARTABLE,
        PORT_TAKEN,
        EXITS_AT_ONCE,
        NEVER_READY,
        DIED,
        WRONG_STATUS,
        WRONG_BODY,
        NO_ANSWER,
        NO_DESCRIPTORS,
        NO_REFLECTION,
        NO_METHOD,
        WRONG_REQUEST,
        LOAD_FAILED,
        KNOB_NOT_SETTABLE,
        KNOB_WITHOUT_EFFECT,
        KNOB_NOT_VERIFIABLE,
        HAD_TO_BE_KILLED,
        LEFT_PROCESSES,
        PORT_NOT_FREED
    }

    /** Whether a search can do with it. */
    public boolean isWarning() {
        return code == Code.KNOB_NOT_VERIFIABLE || code == Code.HAD_TO_BE_KILLED || code == Code.LEFT_PROCESSES;
    }

    /** One line: what, what is there, what was expected. */
    public String sentence() {
        return subject + ": " + found + " (expected: " + expected + ")";
    }

    /** What is wrong with a start; empty when the service runs. */
    public static Optional<CheckFinding> ofStart(String service, StartOutcome<?> outcome) {
        if (outcome instanceof StartOutcome.NotStartable<?> not) {
            return found(
                    Code.NOT_STARTABLE,
                    service,
                    String.join(" ", not.command()) + ": " + not.reason(),
                    "a command that starts");
        }
        if (outcome instanceof StartOutcome.PortTaken<?> taken) {
            return found(
                    Code.PORT_TAKEN,
                    "port " + taken.holder().port(),
                    taken.holder().describe() + " listens on it",
                    "a free port, such as {port}");
        }
        if (outcome instanceof StartOutcome.Exited<?> exited) {
            return found(
                    Code.EXITS_AT_ONCE,
                    service,
                    "exits with code " + exited.exitCode() + " before it is ready; its last lines: "
                            + exited.lastLines(),
                    "a service that stays");
        }
        if (outcome instanceof StartOutcome.NeverReady<?> never) {
            return found(
                    Code.NEVER_READY,
                    service,
                    "not ready: " + never.probe() + "; its last lines: " + never.lastLines(),
                    "ready within " + never.within().toMillis() + " ms");
        }
        return Optional.empty();
    }

    /** What is wrong with a knob that was set; empty when the service tells the value asked for. */
    public static Optional<CheckFinding> ofKnob(Knob knob, KnobOutcome outcome) {
        String subject = "knob " + knob.name();
        if (outcome instanceof KnobOutcome.NoEffect other) {
            return found(
                    Code.KNOB_WITHOUT_EFFECT,
                    subject,
                    "the service tells " + other.found(),
                    other.asked() + ", as it was set");
        }
        if (outcome instanceof KnobOutcome.NotVerifiable) {
            return found(Code.KNOB_NOT_VERIFIABLE, subject, "nothing tells its value", "read: {jmx: …} or {http: …}");
        }
        if (outcome instanceof KnobOutcome.Failed failed) {
            KnobFailure failure = failed.failure();
            return found(
                    Code.KNOB_NOT_SETTABLE,
                    subject,
                    failure.subject() + ": " + failure.found(),
                    expected(failure.code()));
        }
        return Optional.empty();
    }

    private static Optional<CheckFinding> found(Code code, String subject, String found, String expected) {
        return Optional.of(new CheckFinding(code, subject, found, expected));
    }

    private static String expected(KnobFailure.Code code) {
        return switch (code) {
            case NO_JVM -> "a JVM of the same user";
            case NO_SUCH_BEAN -> "a bean of this name";
            case NO_SUCH_ATTRIBUTE -> "an attribute of this name";
            case NOT_WRITABLE -> "a writable attribute";
            case NOT_READABLE -> "a readable attribute";
            case NO_SUCH_OPERATION -> "an operation of this name with one parameter";
            case VALUE_REFUSED -> "a value that the bean takes";
            case WRONG_STATUS -> "status 200 to 299";
            case NO_SUCH_JSON -> "JSON with a value there";
            case NO_ANSWER -> "an answer in time";
        };
    }
}
