package dev.multipool.rpc.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class AdminSettingsTest {
    private static final String TOKEN = "a-token-of-good-length";

    @Test
    void new_offLoopbackWithoutAToken_isRefusedWhenAnythingIsAllowed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdminSettings("0.0.0.0", 1, null, true, false))
                .withMessageStartingWith("host: 0.0.0.0 is open to the network and there is no token");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdminSettings("0.0.0.0", 1, null, false, true))
                .withMessageContaining("(expected: a token, ");

        assertThat(new AdminSettings("0.0.0.0", 1, null, false, false).onLoopback())
                .isFalse();
        assertThat(new AdminSettings("0.0.0.0", 1, TOKEN, true, true).onLoopback())
                .isFalse();
        assertThat(new AdminSettings("::1", 1, null, true, true).onLoopback()).isTrue();
    }

    @Test
    void new_withAShortToken_isRefusedWithoutShowingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdminSettings("127.0.0.1", 1, "secret", true, true))
                .withMessage("token: 6 characters (expected: at least 16, or none)");
    }

    @Test
    void new_withAPortOutOfRange_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AdminSettings.onLoopback(70_000))
                .withMessage("port: 70000 (expected: 0 to 65535)");
    }

    @Test
    void toString_hidesTheToken() {
        assertThat(new AdminSettings("127.0.0.1", 1, TOKEN, true, true).toString())
                .doesNotContain(TOKEN)
                .contains("token=***");
    }
}
