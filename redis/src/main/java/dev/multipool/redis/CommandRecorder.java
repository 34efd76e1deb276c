package dev.multipool.redis;

import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes the times that Lettuce measures into counters that exist from the start: two for reads, one for the rest. */
final class CommandRecorder implements CommandLatencyRecorder {
    private final CommandTimes get = new CommandTimes();
    private final CommandTimes mget = new CommandTimes();
    private final CommandTimes other = new CommandTimes();

    @Override
    public void recordCommandLatency(
            SocketAddress local,
            SocketAddress remote,
            ProtocolKeyword command,
            long firstResponseNanos,
            long completionNanos) {
        of(command).add(firstResponseNanos, completionNanos);
    }

    private CommandTimes of(ProtocolKeyword command) {
        if (command == CommandType.GET) {
            return get;
        }
        return command == CommandType.MGET ? mget : other;
    }

    Map<String, CommandTimes> times() {
        Map<String, CommandTimes> times = new LinkedHashMap<>();
        times.put("GET", get);
        times.put("MGET", mget);
        times.put("OTHER", other);
        return times;
    }
}
