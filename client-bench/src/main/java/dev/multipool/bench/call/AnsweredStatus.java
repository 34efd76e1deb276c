package dev.multipool.bench.call;

/** A failure that is an answer: it came with a status that is not expected. */
public interface AnsweredStatus {
    /** The status of HTTP that it came with. */
    int status();
}
