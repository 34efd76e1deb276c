package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Fails a test class during which Netty's leak detector found a buffer that nobody released. */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
    private static final int ALLOCATIONS_THAT_REPORT = 64;

    private final Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    private final ListAppender<ILoggingEvent> leaks = new ListAppender<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        leaks.start();
        logger.addAppender(leaks);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        // a leak is found when its buffer is collected, and told with a later allocation
        for (int i = 0; i < 2; i++) {
            System.gc();
            for (int j = 0; j < ALLOCATIONS_THAT_REPORT; j++) {
                PooledByteBufAllocator.DEFAULT.buffer(16).release();
            }
        }
        logger.detachAppender(leaks);
        assertThat(leaks.list).extracting(ILoggingEvent::getFormattedMessage).isEmpty();
    }
}
