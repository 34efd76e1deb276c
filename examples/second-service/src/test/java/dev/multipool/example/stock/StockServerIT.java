package dev.multipool.example.stock;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.example.stock.v1.ReserveRequest;
import dev.multipool.example.stock.v1.ReserveResponse;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The two programs as processes of their own. */
class StockServerIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Process process;
    private BufferedReader out;
    private int port;
    private RpcClient client;

    @BeforeEach
    void startServer() throws IOException {
        process = start(StockServer.class, "0");
        out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        assertThat(line).matches("listening on 127\\.0\\.0\\.1:\\d+");
        port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
        client = RpcClient.builder().target("127.0.0.1", port).build();
    }

    @AfterEach
    void endServer() throws InterruptedException {
        process.destroyForcibly().waitFor();
        if (client != null) {
            client.close();
        }
    }

    @Test
    void oneServer_answersBothServices() throws Exception {
        FindUserInfoRequest ada = FindUserInfoRequest.newBuilder().setUserId(1).build();

        assertThat(client.callBlocking(FIND_USER_INFO, ada, TIMEOUT).getUser().getName())
                .isEqualTo("Ada");
        assertThat(client.callBlocking(StockServer.RESERVE, pieces("chair", 3), TIMEOUT))
                .isEqualTo(ReserveResponse.newBuilder()
                        .setReserved(true)
                        .setPiecesLeft(1)
                        .build());
    }

    @Test
    void reserve_byManyCallersAtOnce_sellsEachPieceOnce() {
        // 15 calls at once fit the pool: 2 threads and 20 places in its queue
        List<CompletableFuture<ReserveResponse>> calls = IntStream.range(0, 15)
                .mapToObj(i -> client.call(StockServer.RESERVE, pieces("lamp", 1), TIMEOUT))
                .toList();

        assertThat(calls.stream().map(CompletableFuture::join).filter(ReserveResponse::getReserved))
                .hasSize(10);
    }

    @Test
    void reserve_badInput_isOneClearError() {
        assertThatThrownBy(() -> client.callBlocking(StockServer.RESERVE, pieces("lamp", 0), TIMEOUT))
                .isInstanceOf(RpcException.class)
                .hasMessage("EREQUEST: pieces: 0 (expected: >= 1)");
    }

    @Test
    void client_printsTheAnswer_andTheServerItsLedgerAtTheEnd() throws Exception {
        Process caller = start(StockClient.class, String.valueOf(port), "chair", "4");
        assertThat(caller.inputReader().readLine()).isEqualTo("reserved, 0 left");
        assertThat(caller.waitFor()).isZero();

        // Process.destroy would close what is read here, too
        process.toHandle().destroy();

        assertThat(out.readLine()).startsWith("users: 0 calls");
        assertThat(out.readLine()).startsWith("stock: 1 calls");
    }

    private static ReserveRequest pieces(String article, int pieces) {
        return ReserveRequest.newBuilder().setArticle(article).setPieces(pieces).build();
    }

    private static Process start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
