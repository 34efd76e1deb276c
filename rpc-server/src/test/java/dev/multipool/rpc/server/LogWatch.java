package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Keeps every warning and error that is logged while it is open, whoever logs it. */
public final class LogWatch implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                events.add(event);
            }
        }
    };

    /** Begins to watch. */
    public LogWatch() {
        appender.start();
        root.addAppender(appender);
    }

    /** The lines so far, each with its logger before it. */
    public List<String> lines() {
        return events.stream()
                .map(event -> event.getLoggerName() + " " + event.getFormattedMessage())
                .toList();
    }

    /** Fails unless each line, with its logger before it, matches one of these, and none has a stack trace. */
    public void assertOnly(String... documented) {
        assertThat(events).allSatisfy(event -> assertThat(event.getThrowableProxy())
                .as("stack trace of: %s", event.getFormattedMessage())
                .isNull());
        assertThat(lines()).allSatisfy(line -> assertThat(List.of(documented)).anyMatch(line::matches));
    }

    @Override
    public void close() {
        root.detachAppender(appender);
    }
}
