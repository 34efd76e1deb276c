package dev.multipool.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.journal.SlowCallListener;
import dev.multipool.rpc.server.journal.SlowCalls;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerViewsTest {
    @Test
    void connections_whenMoreComeThanThereWereAtFirst_tellsThemAll() {
        DefaultChannelGroup growing = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE) {
            @Override
            public int size() {
                return 1;
            }
        };
        CallJournal journal = new CallJournal(
                NanoClock.system(),
                Clock.systemUTC(),
                new SlowCalls(Duration.ofSeconds(1), 1, SlowCallListener.NONE),
                null);
        ServerViews views = new ServerViews(new MethodTable(List.of()), journal, growing, NanoClock.system());
        for (int i = 0; i < 3; i++) {
            growing.add(new EmbeddedChannel(DefaultChannelId.newInstance()));
        }

        assertThat(views.connections()).hasSize(3);
    }
}
