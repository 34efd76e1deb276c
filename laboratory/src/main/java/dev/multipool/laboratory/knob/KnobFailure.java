package dev.multipool.laboratory.knob;

/**
 * Why a knob can't be set or read.
 *
 * @param code what is wrong
 * @param subject the bean, attribute, operation, request or process that it is about
 * @param found what was there instead, or what the service said
 */
public record KnobFailure(Code code, String subject, String found) {
    /** What can be wrong. */
    public enum Code {
        NO_JVM,
        NO_SUCH_BEAN,
        NO_SUCH_ATTRIBUTE,
        NOT_WRITABLE,
        NOT_READABLE,
        NO_SUCH_OPERATION,
        VALUE_REFUSED,
        WRONG_STATUS,
        NO_SUCH_JSON,
        NO_ANSWER
    }
}
