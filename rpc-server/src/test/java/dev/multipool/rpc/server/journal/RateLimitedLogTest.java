package dev.multipool.rpc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RateLimitedLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("limited");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private long nanos;
    private final RateLimitedLog limited = new RateLimitedLog(() -> nanos, ConnectionEnd.values());

    RateLimitedLogTest() {
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        logger.addAppender(appender);
        appender.start();
    }

    @AfterEach
    void detach() {
        logger.detachAppender(appender);
    }

    @Test
    void warnings_ofOneKind_areToldOnceASecondWithTheCountOfTheOthers() {
        for (int i = 0; i < 5; i++) {
            limited.warn(LogKind.BROKEN_STREAM, logger, () -> "garbage");
        }
        nanos += TimeUnit.SECONDS.toNanos(1);
        limited.warn(LogKind.BROKEN_STREAM, logger, () -> "garbage");

        assertThat(lines()).containsExactly("garbage", "garbage (4 like it since the last such line)");
    }

    @Test
    void aHandlersFailure_whenStrangersFloodTheLog_isTold() {
        for (int second = 0; second < 10; second++) {
            for (int i = 0; i < 470; i++) {
                limited.warn(LogKind.BROKEN_STREAM, logger, () -> "garbage");
            }
            limited.warnOfFailure(
                    LogKind.HANDLER_FAILED, logger, () -> "find: handler failed", new IllegalStateException());
            limited.warn(ConnectionEnd.UNFINISHED_FRAME, logger, () -> "half a frame");
            nanos += TimeUnit.SECONDS.toNanos(1);
        }

        assertThat(lines())
                .filteredOn(line -> line.startsWith("find: handler failed"))
                .hasSize(10);
        assertThat(lines()).filteredOn(line -> line.startsWith("half a frame")).hasSize(10);
        assertThat(lines()).filteredOn(line -> line.startsWith("garbage")).hasSize(10);
    }

    private List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
