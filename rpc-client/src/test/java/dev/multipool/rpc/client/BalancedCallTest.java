package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.ScriptedLink.Sent;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What is sent again, within what, and that the counts of calls in flight come back. */
@SuppressWarnings("FutureReturnValueIgnored") // calls end by the script
class BalancedCallTest {
    @Test
    void call_thatWasNotExecuted_isSentToEachServerOnceAtMost() {
        ScriptedServers servers = new ScriptedServers(3);
        earn(servers, 10);

        CompletableFuture<FindUserInfoResponse> call = servers.call();
        List<ScriptedLink> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            order.add(failTheOneSent(servers, RpcErrorCode.ELOGOFF));
        }

        assertThat(order).doesNotHaveDuplicates();
        assertThat(call).isCompletedExceptionally();
        assertThat(servers.budget.retries()).isEqualTo(2);
    }

    @Test
    void call_thatMayHaveBeenExecuted_isNotSentAgain() {
        for (RpcErrorCode code : List.of(
                RpcErrorCode.EFAILEDSOCKET, RpcErrorCode.ERPCTIMEDOUT, RpcErrorCode.EINTERNAL, RpcErrorCode.ELIMIT)) {
            ScriptedServers servers = new ScriptedServers(3);
            earn(servers, 10);

            CompletableFuture<FindUserInfoResponse> call = servers.call();
            failTheOneSent(servers, code);

            assertThat(call).as(code.name()).isCompletedExceptionally();
            assertThat(servers.budget.retries()).as(code.name()).isZero();
        }
    }

    @Test
    void secondAttempt_hasWhatIsLeftOfTheDeadline() {
        ScriptedServers servers = new ScriptedServers(2);
        earn(servers, 10);

        servers.call(Duration.ofMillis(100));
        servers.pass(Duration.ofMillis(30));
        failTheOneSent(servers, RpcErrorCode.ELOGOFF);

        assertThat(theOneSent(servers).timeout()).isEqualTo(Duration.ofMillis(70));
    }

    @Test
    void callWhoseDeadlinePassed_isNotSentAgain() {
        ScriptedServers servers = new ScriptedServers(2);
        earn(servers, 10);

        CompletableFuture<FindUserInfoResponse> call = servers.call(Duration.ofMillis(100));
        servers.pass(Duration.ofMillis(100));
        failTheOneSent(servers, RpcErrorCode.ELOGOFF);

        assertThat(call).isCompletedExceptionally();
        assertThat(servers.budget.retries()).isZero();
    }

    @Test
    void whenTheBudgetIsUsedUp_theFailureGoesToTheCaller_andNothingStaysInFlight() {
        ScriptedServers servers = new ScriptedServers(2);

        // the budget of the script holds half a retry for each call
        CompletableFuture<FindUserInfoResponse> call = servers.call();
        failTheOneSent(servers, RpcErrorCode.ELOGOFF);

        assertThat(call).isCompletedExceptionally();
        assertThat(servers.budget.denied()).isEqualTo(1);
        assertThat(servers.set.views()).extracting(ServerView::inFlight).containsOnly(0);
    }

    @Test
    void cancel_endsTheAttemptUnderWay() {
        ScriptedServers servers = new ScriptedServers(2);
        CompletableFuture<FindUserInfoResponse> call = servers.call();
        Sent sent = theOneSent(servers);

        call.cancel(false);

        assertThat(sent.end()).isCancelled();
        assertThat(servers.set.views()).extracting(ServerView::inFlight).containsOnly(0);
    }

    @Test
    void callThatItsCallerFails_endsTheAttemptUnderWay() {
        ScriptedServers servers = new ScriptedServers(2);
        CompletableFuture<FindUserInfoResponse> call = servers.call();
        Sent sent = theOneSent(servers);

        call.completeExceptionally(new TimeoutException());

        assertThat(sent.end()).isCancelled();
    }

    @Test
    void randomEndsInRandomOrder_leaveNothingInFlight() {
        for (int seed = 0; seed < 20; seed++) {
            conserve(new SplittableRandom(seed), seed);
        }
    }

    private static void conserve(SplittableRandom random, int seed) {
        ScriptedServers servers = new ScriptedServers(4);
        List<ScriptedLink> everyLink = new ArrayList<>();
        List<CompletableFuture<FindUserInfoResponse>> calls = new ArrayList<>();
        List<Sent> open = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            if (random.nextInt(50) == 0) {
                int first = random.nextInt(4);
                servers.name(first, first + 1 + random.nextInt(4));
            }
            everyLink.addAll(servers.links.values());
            calls.add(servers.call());
            servers.links.values().forEach(link -> open.addAll(link.takeSent()));
            if (random.nextInt(10) == 0) {
                calls.get(random.nextInt(calls.size())).cancel(false);
            }
            if (random.nextInt(3) > 0 && !open.isEmpty()) {
                end(open.remove(random.nextInt(open.size())), random);
            }
            if (random.nextInt(20) == 0) {
                servers.pass(Duration.ofMillis(random.nextInt(500)));
                servers.links.values().forEach(ScriptedLink::connectAnew);
            }
        }
        for (int rounds = 0; rounds < 10; rounds++) {
            everyLink.forEach(link -> open.addAll(link.takeSent()));
            open.forEach(sent -> end(sent, random));
            open.clear();
        }

        assertThat(calls).as("seed %s", seed).allMatch(CompletableFuture::isDone);
        assertThat(servers.set.views())
                .as("seed %s", seed)
                .extracting(ServerView::inFlight)
                .containsOnly(0);
        assertThat(servers.set.draining()).as("seed %s", seed).isZero();
    }

    private static void end(Sent sent, SplittableRandom random) {
        RpcErrorCode[] codes = RpcErrorCode.values();
        switch (random.nextInt(4)) {
            case 0 -> sent.fail(codes[random.nextInt(codes.length)]);
            case 1 -> sent.refuse();
            default -> sent.answer();
        }
    }

    /** Has so many calls answered, which fills the budget. */
    private static void earn(ScriptedServers servers, int calls) {
        for (int i = 0; i < calls; i++) {
            servers.call();
            theOneSent(servers).answer();
        }
        servers.pass(Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(1)));
    }

    private static Sent theOneSent(ScriptedServers servers) {
        List<Sent> sent = new ArrayList<>();
        servers.links.values().forEach(link -> sent.addAll(link.takeSent()));
        assertThat(sent).hasSize(1);
        return sent.get(0);
    }

    private static ScriptedLink failTheOneSent(ScriptedServers servers, RpcErrorCode code) {
        for (ScriptedLink link : servers.links.values()) {
            List<Sent> sent = link.takeSent();
            if (!sent.isEmpty()) {
                assertThat(sent).hasSize(1);
                sent.get(0).fail(code);
                return link;
            }
        }
        throw new AssertionError("nothing was sent");
    }
}
