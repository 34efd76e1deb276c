package dev.multipool.rpc.protocol.proxy;

import java.io.IOException;

/** Decides what a {@link FaultProxy} does with answers. One rule may serve many connections at once. */
@FunctionalInterface
public interface AnswerRule {
    /** Passes every answer on as it is. */
    AnswerRule PASS = (bytes, caller) -> caller.write(bytes);

    /** Keeps every answer back. */
    AnswerRule MUTE = (bytes, caller) -> {};

    /** The side of a connection that waits for answers. */
    interface Caller {
        /** Sends it bytes. */
        void write(byte[] bytes) throws IOException;

        /** Counts the bytes of all answers so far, with the piece at hand, whether they were passed on or not. */
        long answeredBytes();

        /** Tells whether this rule still holds for it: a rule that takes its time asks now and then. */
        boolean isUnder(AnswerRule rule);

        /** Ends the connection with a reset. */
        void reset() throws IOException;
    }

    /** Handles one piece of an answer, in the order in which pieces came. It may block: pieces behind it then wait. */
    void pass(byte[] bytes, Caller caller) throws IOException;

    /** Runs when one side has ended, before the other side learns it. */
    default void beforeClose() {}
}
