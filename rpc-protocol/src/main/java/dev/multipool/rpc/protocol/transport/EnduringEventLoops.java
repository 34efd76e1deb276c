package dev.multipool.rpc.protocol.transport;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Event loops that outlive whatever is thrown on them. One of Netty's own ends for good when a task throws what the log
 * can't print, or when memory runs out while it waits for sockets: its connections are lost, and no other ones made.
 */
final class EnduringEventLoops extends MultiThreadIoEventLoopGroup {
    private static final Logger log = LoggerFactory.getLogger(EnduringEventLoops.class);
    /** What fails again and again takes no core for itself. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    EnduringEventLoops(int threads, ThreadFactory threadFactory, IoHandlerFactory ioHandlers) {
        super(threads, threadFactory, ioHandlers);
    }

    @Override
    protected IoEventLoop newChild(Executor executor, IoHandlerFactory ioHandlers, Object... args) {
        return new EnduringEventLoop(this, executor, ioHandlers);
    }

    /** Goes on with the next turn. */
    private static final class EnduringEventLoop extends SingleThreadIoEventLoop {
        EnduringEventLoop(IoEventLoopGroup parent, Executor executor, IoHandlerFactory ioHandlers) {
            super(parent, executor, ioHandlers);
        }

        @Override
        protected int runIo() {
            try {
                return super.runIo();
            } catch (Throwable t) {
                endure(t);
                return 0;
            }
        }

        @Override
        protected boolean runAllTasks(long timeoutNanos) {
            try {
                return super.runAllTasks(timeoutNanos);
            } catch (Throwable t) {
                endure(t);
                return true;
            }
        }

        @Override
        protected boolean runAllTasks() {
            try {
                return super.runAllTasks();
            } catch (Throwable t) {
                endure(t);
                return true;
            }
        }

        private static void endure(Throwable thrown) {
            try {
                log.warn("an event loop goes on after {}", thrown.getClass().getName());
                log.debug("an event loop goes on", thrown);
            } catch (Throwable untold) {
                // it goes on all the same
                return;
            } finally {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
