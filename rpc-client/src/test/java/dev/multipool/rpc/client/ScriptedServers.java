package dev.multipool.rpc.client;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;

import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A set of servers over scripted links, on a clock of its own: no network, no threads. */
final class ScriptedServers {
    static final Duration FIRST_EJECTION = Duration.ofSeconds(1);
    static final Duration LONGEST_EJECTION = Duration.ofSeconds(4);
    static final int FAILURES_IN_A_ROW = 3;
    private static final int MAX_SERVERS = 10;

    final MockTicker ticker = Ticker.newMockTicker();
    final RetryBudget budget = new RetryBudget(0.5, 0, ticker);
    final Map<ServerAddress, ScriptedLink> links = new HashMap<>();
    final List<Runnable> scheduled = new ArrayList<>();
    final ServerSet set = new ServerSet(
            address -> {
                ScriptedLink link = new ScriptedLink();
                links.put(address, link);
                return link;
            },
            (task, delay) -> scheduled.add(task),
            new ServerSet.Settings(
                    new EjectionSettings(FAILURES_IN_A_ROW, FIRST_EJECTION, LONGEST_EJECTION),
                    Duration.ofSeconds(5),
                    MAX_SERVERS,
                    7),
            ticker);

    ScriptedServers(int count) {
        name(0, count);
    }

    static ServerAddress address(int index) {
        return new ServerAddress("server-" + index, 8000);
    }

    /** The directory names these now. */
    void name(int from, int to) {
        List<ServerAddress> addresses = new ArrayList<>();
        for (int i = from; i < to; i++) {
            addresses.add(address(i));
        }
        set.update(addresses);
    }

    ScriptedLink link(int index) {
        return Objects.requireNonNull(links.get(address(index)));
    }

    ServerView view(int index) {
        return set.views().stream()
                .filter(view -> view.address().equals(address(index)))
                .findFirst()
                .orElseThrow();
    }

    void pass(Duration time) {
        ticker.advance(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    CompletableFuture<FindUserInfoResponse> call() {
        return call(Duration.ofSeconds(1));
    }

    CompletableFuture<FindUserInfoResponse> call(Duration timeout) {
        BalancedCall<FindUserInfoResponse> call = new BalancedCall<>(
                set,
                budget,
                ticker,
                (link, remaining) -> link.call(FIND_USER_INFO, FindUserInfoRequest.getDefaultInstance(), remaining),
                timeout.toNanos());
        call.start("the test");
        return call;
    }
}
