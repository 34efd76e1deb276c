package dev.multipool.perf.peers.contestant;

import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;

/**
 * A client of one contestant: {@value #CONNECTIONS} connections, one event loop.
 *
 * <p><b>Threads:</b> {@link #find} is called on the event loop, where {@link #execute} and {@link #schedule} run tasks and replies come.
 */
public interface PeerClient extends AutoCloseable {
    int CONNECTIONS = 4;
    /** Most users that may ask at a time. */
    int MAX_USERS = 4096;

    /** Takes the answer of one call. */
    interface Reply {
        void answered(FindUserInfoResponse response);

        void failed(String why);
    }

    /**
     * Asks; the user's connection is always the same.
     *
     * @param user 0 to {@value #MAX_USERS} - 1, who has no other call under way
     */
    void find(int user, FindUserInfoRequest request, Reply reply);

    void execute(Runnable task);

    /** Runs a task on the event loop when this time has passed: by epoll some ten microseconds later at most. */
    void schedule(Runnable task, long delayNanos);

    @Override
    void close();
}
