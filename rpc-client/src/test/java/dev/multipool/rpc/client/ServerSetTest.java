package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.rpc.client.ScriptedLink.Sent;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Who gets a call, who is ejected, what becomes of servers that come and go. */
@SuppressWarnings("FutureReturnValueIgnored") // calls end by the script
class ServerSetTest {
    @Test
    void calls_goToTheServerWithTheFewestInFlight() {
        ScriptedServers servers = new ScriptedServers(3);
        for (int i = 0; i < 9; i++) {
            servers.call();
        }
        assertThat(servers.set.views()).extracting(ServerView::inFlight).containsExactly(3, 3, 3);

        servers.link(1).takeSent().forEach(Sent::answer);
        for (int i = 0; i < 3; i++) {
            servers.call();
        }

        assertThat(servers.link(1).takeSent()).hasSize(3);
    }

    @Test
    void ofEqualServers_chanceChooses() {
        ScriptedServers servers = new ScriptedServers(4);
        int[] calls = new int[4];
        for (int i = 0; i < 4_000; i++) {
            servers.call();
            for (int server = 0; server < 4; server++) {
                for (Sent sent : servers.link(server).takeSent()) {
                    calls[server]++;
                    sent.answer();
                }
            }
        }

        // a fair share is 1,000 with a standard deviation of 27
        assertThat(calls).satisfies(counts -> {
            for (int count : counts) {
                assertThat(count).isBetween(870, 1_130);
            }
        });
    }

    @Test
    void server_thatTurnsCallsAway_getsFewer_untilThatIsAWhileAgo() {
        ScriptedServers servers = new ScriptedServers(2);
        for (int i = 0; i < 20; i++) {
            servers.call();
            servers.link(0).takeSent().forEach(sent -> sent.fail(RpcErrorCode.ELIMIT));
        }
        assertThat(servers.view(1).inFlight())
                .as("calls at the server that has room")
                .isGreaterThanOrEqualTo(8);

        servers.pass(Duration.ofSeconds(2));
        servers.call();

        assertThat(servers.view(0).inFlight()).isEqualTo(1);
        assertThat(servers.view(0).isEjected()).isFalse();
    }

    @Test
    void server_whoseCallsFailInARow_isEjected_andTriedByOneCallLater() {
        ScriptedServers servers = new ScriptedServers(2);
        eject(servers, 0);
        assertThat(servers.view(0).isEjected()).isTrue();

        servers.pass(ScriptedServers.FIRST_EJECTION.minusNanos(1));
        callAndAnswer(servers, 1);
        assertThat(servers.link(0).takeSent()).isEmpty();
        servers.pass(Duration.ofNanos(1));
        for (int i = 0; i < 10; i++) {
            servers.call();
        }

        List<Sent> trial = servers.link(0).takeSent();
        assertThat(trial).hasSize(1);
        trial.get(0).answer();
        assertThat(servers.view(0).isEjected()).isFalse();
        servers.call();
        servers.call();
        assertThat(servers.link(0).takeSent()).hasSize(2);
    }

    @Test
    void ejection_doublesWithEachFailedTrial_upToTheLongest() {
        ScriptedServers servers = new ScriptedServers(2);
        eject(servers, 0);
        Duration time = ScriptedServers.FIRST_EJECTION;
        for (Duration next : List.of(time, time.multipliedBy(2), time.multipliedBy(4), time.multipliedBy(4))) {
            servers.pass(next.minusNanos(1));
            assertThat(callReaches(servers, 0)).as("before %s", next).isFalse();
            servers.pass(Duration.ofNanos(1));
            servers.call();
            servers.call();
            List<Sent> trial = servers.link(0).takeSent();
            assertThat(trial).as("after %s", next).hasSize(1);
            trial.get(0).fail(RpcErrorCode.EINTERNAL);
            servers.link(1).takeSent().forEach(Sent::answer);
        }
    }

    @Test
    void answerBetweenFailures_keepsAServerIn() {
        ScriptedServers servers = new ScriptedServers(2);
        servers.link(1).disconnect();
        for (int i = 0; i < 10; i++) {
            servers.call();
            servers.call();
            List<Sent> sent = servers.link(0).takeSent();
            sent.get(0).fail(RpcErrorCode.ERPCTIMEDOUT);
            sent.get(1).answer();
        }

        assertThat(servers.view(0).isEjected()).isFalse();
    }

    @Test
    void noMoreThanHalf_isEverEjected() {
        ScriptedServers servers = new ScriptedServers(5);
        for (int i = 0; i < 200; i++) {
            servers.call();
            for (int server = 0; server < 5; server++) {
                servers.link(server).takeSent().forEach(sent -> sent.fail(RpcErrorCode.EINTERNAL));
            }
        }

        assertThat(servers.set.views()).filteredOn(ServerView::isEjected).hasSize(2);

        servers.name(0, 3);
        assertThat(servers.set.views()).filteredOn(ServerView::isEjected).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void onlyServer_isNeverEjected() {
        ScriptedServers servers = new ScriptedServers(1);
        for (int i = 0; i < 10; i++) {
            servers.call();
            servers.link(0).takeSent().forEach(sent -> sent.fail(RpcErrorCode.EINTERNAL));
        }

        assertThat(servers.view(0).isEjected()).isFalse();
    }

    @Test
    void ejectedServer_getsCallsWhenNoOtherIsConnected() {
        ScriptedServers servers = new ScriptedServers(2);
        eject(servers, 0);

        servers.link(1).disconnect();
        servers.call();
        servers.call();

        assertThat(servers.link(0).takeSent()).hasSize(2);
    }

    @Test
    void serverThatSaidGoodbye_isLeftAlone_untilItsConnectionIsMadeAnew() {
        ScriptedServers servers = new ScriptedServers(2);
        servers.link(1).disconnect();
        CompletableFuture<FindUserInfoResponse> call = servers.call();
        servers.link(0).takeSent().get(0).fail(RpcErrorCode.ELOGOFF);

        assertThat(servers.view(0).isLeaving()).isTrue();
        assertThat(call).isCompletedExceptionally();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> servers.call().join())
                .havingCause()
                .satisfies(failure ->
                        assertThat(((RpcException) failure).isNotExecuted()).isTrue())
                .withMessage("EFAILEDSOCKET: no server is connected of the test");
        servers.link(0).connectAnew();
        assertThat(callReaches(servers, 0)).isTrue();
    }

    @Test
    void goodbyeThatIsLate_doesNotShutOutTheConnectionMadeSince() {
        ScriptedServers servers = new ScriptedServers(1);
        servers.call();
        servers.link(0).connectAnew();

        servers.link(0).takeSent().get(0).fail(RpcErrorCode.ELOGOFF);

        assertThat(servers.view(0).isLeaving()).isFalse();
    }

    @Test
    void serverThatIsNoLongerNamed_getsNoNewCall_andIsClosedWithItsLast() {
        ScriptedServers servers = new ScriptedServers(2);
        servers.call();
        servers.call();

        servers.name(1, 3);

        assertThat(servers.set.views())
                .extracting(ServerView::address)
                .containsExactly(ScriptedServers.address(1), ScriptedServers.address(2));
        assertThat(servers.link(0).isClosed()).isFalse();
        assertThat(servers.set.draining()).isEqualTo(1);
        List<Sent> last = servers.link(0).takeSent();
        servers.call();
        assertThat(servers.link(0).takeSent()).isEmpty();
        last.get(0).answer();
        assertThat(servers.link(0).isClosed()).isTrue();
        assertThat(servers.set.draining()).isZero();
    }

    @Test
    void serverThatGoesBetweenItsChoiceAndTheCall_doesNotGetTheCall() {
        ScriptedServers servers = new ScriptedServers(1);
        servers.link(0).onceAsked(() -> servers.name(1, 2));

        CompletableFuture<FindUserInfoResponse> call = servers.call();

        assertThat(servers.link(0).isClosedAsGone()).isTrue();
        assertThat(servers.link(0).takeSent()).isEmpty();
        servers.link(1).takeSent().forEach(Sent::answer);
        assertThat(call).isCompleted();
        assertThat(servers.set.draining()).isZero();
    }

    @Test
    void serverThatGoes_whileACallOfAnotherEnters_isClosedOnce_whenThatOneIsOut() {
        ScriptedServers servers = new ScriptedServers(1);
        servers.call();
        Sent first = servers.link(0).takeSent().get(0);
        servers.link(0).onceAsked(() -> servers.name(1, 2));

        servers.call();
        assertThat(servers.link(0).isClosed())
                .as("while the first call is in flight")
                .isFalse();
        first.answer();

        assertThat(servers.link(0).isClosedAsGone()).isTrue();
        assertThat(servers.link(1).takeSent()).hasSize(1);
    }

    @Test
    void serverThatIsNoLongerNamed_isClosedAfterTheBound_whateverItsCalls() {
        ScriptedServers servers = new ScriptedServers(1);
        servers.call();

        servers.name(1, 2);
        assertThat(servers.link(0).isClosed()).isFalse();
        servers.scheduled.forEach(Runnable::run);

        assertThat(servers.link(0).isClosed()).isTrue();
    }

    @Test
    void serverThatIsIdle_isClosedAtOnce_andOneThatStays_keepsItsConnections() {
        ScriptedServers servers = new ScriptedServers(2);
        ScriptedLink stays = servers.link(1);

        servers.name(1, 2);

        assertThat(servers.link(0).isClosed()).isTrue();
        assertThat(servers.link(1)).isSameAs(stays);
        assertThat(stays.isClosed()).isFalse();
    }

    @Test
    void emptyUpdate_changesNothing() {
        ScriptedServers servers = new ScriptedServers(2);

        servers.set.update(List.of());

        assertThat(servers.set.views()).hasSize(2);
    }

    @Test
    void moreServersThanTheLimit_areCutTo_andThoseUsedStay() {
        ScriptedServers servers = new ScriptedServers(50);
        List<ServerAddress> before = addresses(servers);
        assertThat(before).hasSize(10);

        servers.name(0, 49);

        assertThat(addresses(servers)).hasSize(10).containsAnyElementsOf(before);
        assertThat(servers.links).hasSizeLessThanOrEqualTo(11);
    }

    @Test
    void close_closesAllServers_alsoThoseThatDrain() {
        ScriptedServers servers = new ScriptedServers(2);
        servers.call();
        servers.call();
        servers.name(1, 2);

        servers.set.close();
        servers.set.update(List.of(ScriptedServers.address(5)));

        assertThat(servers.links.values()).hasSize(2).allMatch(ScriptedLink::isClosed);
    }

    private static List<ServerAddress> addresses(ScriptedServers servers) {
        return servers.set.views().stream().map(ServerView::address).toList();
    }

    /** Fails one server's calls until it is out; the others answer. */
    private static void eject(ScriptedServers servers, int index) {
        for (int i = 0; i < 100 && !servers.view(index).isEjected(); i++) {
            servers.call();
            servers.link(index).takeSent().forEach(sent -> sent.fail(RpcErrorCode.EINTERNAL));
            servers.links.values().forEach(link -> link.takeSent().forEach(Sent::answer));
        }
    }

    private static void callAndAnswer(ScriptedServers servers, int index) {
        servers.call();
        servers.link(index).takeSent().forEach(Sent::answer);
    }

    private static boolean callReaches(ScriptedServers servers, int index) {
        servers.call();
        List<Sent> sent = servers.link(index).takeSent();
        servers.links.values().forEach(link -> link.takeSent().forEach(Sent::answer));
        sent.forEach(Sent::answer);
        return !sent.isEmpty();
    }
}
