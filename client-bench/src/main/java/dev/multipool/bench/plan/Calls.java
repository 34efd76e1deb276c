package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What calls ask, and by which protocol. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(CallMix.class), @JsonSubTypes.Type(HttpCalls.class)})
public sealed interface Calls permits CallMix, HttpCalls {
    /** Whether an error of this name says that the server turned a call away at its door; all others are failures. */
    boolean rejectedBy(String error);
}
