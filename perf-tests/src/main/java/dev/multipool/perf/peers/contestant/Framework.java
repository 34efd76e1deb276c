package dev.multipool.perf.peers.contestant;

import java.net.URI;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A framework that users would take instead of ours, as a jar beside the laboratory's brings it. {@link ServiceLoader} finds
 * it, so that the laboratory itself needs none of them.
 */
public interface Framework {
    /** Its name in options and tables. */
    String word();

    /**
     * Starts a server on a free port of 127.0.0.1.
     *
     * @param redis holds the users; each call waits for its GET
     * @param threads of the pool where calls run
     */
    PeerServer start(URI redis, int threads);

    /** Connects to such a server on 127.0.0.1. */
    PeerClient connect(int port);

    /** The words of those on the class path. */
    static Set<String> words() {
        return ServiceLoader.load(Framework.class).stream()
                .map(provider -> provider.get().word())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The one on the class path that has this word. */
    static Optional<Framework> named(String word) {
        return ServiceLoader.load(Framework.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(framework -> framework.word().equals(word))
                .findFirst();
    }
}
