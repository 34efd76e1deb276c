package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command prints and returns for a configuration that it refuses; the process exits with what it returns. */
class ServerCommandTest {
    @TempDir
    private Path directory;

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @BeforeEach
    void takeErrors() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveErrorsBack() {
        System.setErr(before);
    }

    @Test
    void aFileThatIsAPartOfItself_returns2AndOneLine() throws IOException {
        Path file = Files.writeString(directory.resolve("server.yaml"), "server: &server\n  more: *server\n");

        assertThat(execute("--config", file.toString())).isEqualTo(ServerCommand.BAD_CONFIGURATION);
        assertOneLine("multipool-server: configuration file");
    }

    @Test
    void aBadSetting_returns2AndOneLine() {
        assertThat(execute("--port", "70000")).isEqualTo(ServerCommand.BAD_CONFIGURATION);
        assertThat(errors.toString(StandardCharsets.UTF_8))
                .isEqualToIgnoringNewLines(
                        "multipool-server: server.port: \"70000\" from the command line (expected: 0 to 65535)");
    }

    @Test
    void poolsThatWaitForThemselves_return2AndTheChain() {
        assertThat(execute("--set", "methods.query-items.select-pool=common"))
                .isEqualTo(ServerCommand.BAD_CONFIGURATION);
        assertOneLine("multipool-server: methods.query-items: pool graph: common -> common (expected:");
    }

    @Test
    void anAdminPortOpenToTheNetworkAndNoToken_returns2AndOneLine() {
        assertThat(execute("--admin-port", "0", "--set", "admin.host=0.0.0.0"))
                .isEqualTo(ServerCommand.BAD_CONFIGURATION);
        assertOneLine("multipool-server: admin.host: 0.0.0.0 is open to the network and there is no token");
    }

    private static int execute(String... arguments) {
        return new ServerCommand().commandLine().execute(arguments);
    }

    private void assertOneLine(String beginning) {
        assertThat(errors.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith(beginning);
    }
}
