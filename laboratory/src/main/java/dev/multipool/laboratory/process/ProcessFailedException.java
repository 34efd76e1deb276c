package dev.multipool.laboratory.process;

/** A process of the laboratory that ended or fell silent against its contract; the message ends with its last output. */
public class ProcessFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProcessFailedException(String message) {
        super(message);
    }
}
