package dev.multipool.rpc.server.credential;

import dev.multipool.rpc.server.connection.ConnectionEnds;
import io.netty.channel.Channel;

/** Makes the credential gate of each connection of one server; they share the count of wrong credentials. */
public final class CredentialGates {
    private final CredentialVerifier verifier;
    private final GuessLimit guesses;
    private final ConnectionEnds ends;

    public CredentialGates(CredentialVerifier verifier, GuessLimit guesses, ConnectionEnds ends) {
        this.verifier = verifier;
        this.guesses = guesses;
        this.ends = ends;
    }

    public CredentialGate newGate(Channel connection) {
        return new CredentialGate(verifier, guesses, ends, connection);
    }
}
