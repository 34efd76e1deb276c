package dev.multipool.rpc.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcceptFailuresTest {
    private final AtomicBoolean mayAccept = new AtomicBoolean(true);
    private final EmbeddedChannel listener = new EmbeddedChannel(new AcceptFailures(mayAccept::get));

    @BeforeEach
    void stopTime() {
        listener.freezeTime();
    }

    @Test
    void failedAccept_pausesForASecond_andGoesNoFurther() {
        fail();

        assertThat(listener.config().isAutoRead()).isFalse();
        pass(900);
        assertThat(listener.config().isAutoRead()).isFalse();
        pass(200);
        assertThat(listener.config().isAutoRead()).isTrue();
        // would throw what reached the end of the pipeline
        listener.checkException();
    }

    @Test
    void pause_overWhenSomebodyElseStoppedTheChannel_leavesItStopped() {
        fail();
        mayAccept.set(false);

        pass(1100);

        assertThat(listener.config().isAutoRead()).isFalse();
    }

    @Test
    void failureWithinAPause_pausesAgain_andEndsWithTheFirst() {
        fail();
        pass(500);
        listener.config().setAutoRead(true);

        fail();

        assertThat(listener.config().isAutoRead()).isFalse();
        pass(600);
        assertThat(listener.config().isAutoRead()).isTrue();
    }

    private void fail() {
        listener.pipeline()
                .fireExceptionCaught(new IOException("accept(..) failed with error(-24): Too many open files"));
    }

    private void pass(long millis) {
        listener.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        listener.runScheduledPendingTasks();
    }
}
