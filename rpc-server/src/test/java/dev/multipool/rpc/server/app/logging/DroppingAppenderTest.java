package dev.multipool.rpc.server.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class DroppingAppenderTest {
    private static final int LINES = 5_000;

    private final LoggerContext context = new LoggerContext();
    private final StuckAppender stuck = new StuckAppender();
    private final DroppingAppender appender = new DroppingAppender();

    DroppingAppenderTest() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        stuck.setContext(context);
        stuck.start();
        appender.setContext(context);
        appender.addAppender(stuck);
        appender.start();
    }

    @AfterEach
    void stop() {
        stuck.read.countDown();
        appender.stop();
    }

    @Test
    void append_whenNobodyReads_returnsAndCountsWhatItDrops() {
        for (int i = 0; i < LINES; i++) {
            append("line " + i);
        }

        stuck.read.countDown();
        appender.stop();

        List<String> written = stuck.lines;
        assertThat(written).startsWith("line 0", "line 1");
        String last = written.get(written.size() - 1);
        assertThat(last)
                .isEqualTo((LINES - (written.size() - 1)) + " log lines were dropped: nobody read them in time");
    }

    @Test
    void append_whenThereIsRoom_dropsNothing() {
        stuck.read.countDown();
        append("one");
        append("two");

        appender.stop();

        assertThat(stuck.lines).containsExactly("one", "two");
    }

    private void append(String text) {
        appender.doAppend(new LoggingEvent("test", context.getLogger("test"), Level.INFO, text, null, new Object[0]));
    }

    /** Takes no line until it is read. */
    private static final class StuckAppender extends AppenderBase<ILoggingEvent> {
        private final CountDownLatch read = new CountDownLatch(1);
        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            boolean interrupted = false;
            while (true) {
                try {
                    read.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            lines.add(event.getFormattedMessage());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
