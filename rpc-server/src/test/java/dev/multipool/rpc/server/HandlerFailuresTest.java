package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.journal.RateLimitedLog;
import dev.multipool.rpc.server.limits.RejectionCounts;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class HandlerFailuresTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(HandlerFailures.class);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final HandlerFailures failures =
            new HandlerFailures(new RateLimitedLog(System::nanoTime), new RejectionCounts());

    HandlerFailuresTest() {
        logger.addAppender(appender);
        appender.start();
    }

    @AfterEach
    void detach() {
        logger.detachAppender(appender);
    }

    @Test
    void toAnswer_tellsTheCallerTheChosenText_andTheLogItsReason() {
        IOException reason = new IOException("10.0.0.7:6379 refused");
        RpcException chosen = new RpcException(RpcErrorCode.EINTERNAL, "redis: not connected", reason);

        RpcException answer = failures.toAnswer("Users/find", chosen);

        assertThat(answer.text()).isEqualTo("redis: not connected");
        assertThat(appender.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("Users/find: redis: not connected (10.0.0.7:6379 refused)");
    }

    @Test
    void toAnswer_ofWhatTheHandlerDidNotChoose_tellsItsTypeOnly() {
        RpcException answer = failures.toAnswer("Users/find", new IOException("10.0.0.7:6379 refused"));

        assertThat(answer.is(RpcErrorCode.EINTERNAL)).isTrue();
        assertThat(answer.text()).isEqualTo("Users/find: handler failed (IOException)");
    }
}
