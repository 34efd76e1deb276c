package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * A program that is not ours and makes the load of a run, and what its figures are worth.
 *
 * @param program which it is
 * @param loop whether its calls wait for answers
 * @param stalls whether its response times show the calls that a stall kept from being sent
 */
public record LoadEngine(Program program, Loop loop, Stalls stalls) {
    /** The programs whose figures can be read. */
    public enum Program {
        WRK,
        WRK2,
        K6,
        JMETER,
        HYPERFOIL,
        GHZ;

        /** As a description names it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** When it sends calls. */
    public enum Loop {
        /** A user sends its next call when the one before has ended. */
        CLOSED,
        /** Calls come as scheduled. */
        OPEN
    }

    /** What its response times tell of a service that stood still. */
    public enum Stalls {
        /** They count from the actual send: of the calls that were due meanwhile nothing is seen. */
        MAY_BE_HIDDEN,
        /** They count from when each call was due, or what could not be sent is told. */
        SHOWN
    }

    /** For people: {@code load by wrk: closed loop, stalls may be hidden}. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        return "load by " + program + ": " + (loop == Loop.CLOSED ? "closed loop" : "open loop")
                + (stalls == Stalls.MAY_BE_HIDDEN ? ", stalls may be hidden" : "");
    }
}
