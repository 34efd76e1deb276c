package dev.multipool.rpc.server.admin;

/**
 * What is behind one path of the admin port.
 *
 * <p><b>Threads</b>: called by the threads of the pool {@code admin}, by several at once. It may block for as long as
 * an asker may be expected to wait.
 */
@FunctionalInterface
public interface AdminPage {
    /**
     * Answers a request.
     *
     * @throws AdminException when it can't be answered as asked
     * @throws InterruptedException when the admin port is being closed
     * @throws Exception anything else is answered with 500
     */
    AdminAnswer answer(AdminRequest request) throws Exception;
}
