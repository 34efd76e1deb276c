package dev.multipool.bench.plan;

/** What calls ask, and by which protocol. */
public interface Calls {
    /** Whether an error of this name says that the server turned a call away at its door; all others are failures. */
    boolean rejectedBy(String error);
}
