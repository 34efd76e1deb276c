package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Fails a test class in which Netty's leak detector (paranoid in all tests) saw a buffer that nobody released. */
public final class LeakWatch implements BeforeAllCallback, AfterAllCallback {
    private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
        reports.start();
        detectorLog().addAppender(reports);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        // a leak is noticed when the collector finds the lost buffer, and told at a later allocation
        for (int round = 0; round < 3; round++) {
            System.gc();
            for (int i = 0; i < 1000; i++) {
                ByteBufAllocator.DEFAULT.directBuffer(64).release();
            }
        }
        detectorLog().detachAppender(reports);
        assertThat(reports.list).extracting(ILoggingEvent::getFormattedMessage).isEmpty();
    }

    private static Logger detectorLog() {
        return (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    }
}
