package dev.multipool.bench.plan;

import java.util.Map;

/** What calls ask, and by which protocol. */
public interface Calls {
    /** Whether an error of this name says that the server turned a call away at its door; all others are failures. */
    boolean rejectedBy(String error);

    /** What is called, by its name for people, each with its weight. */
    Map<String, Integer> shares();
}
