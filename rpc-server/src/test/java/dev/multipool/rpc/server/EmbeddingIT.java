package dev.multipool.rpc.server;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The README's embedding example, run; and a check that the README shows just these lines. */
class EmbeddingIT {
    @Test
    void example_answersAndTellsWhatItsPoolDid() throws Exception {
        StringBuilder printed = new StringBuilder();

        embed(printed::append);

        assertThat(printed.toString()).matches("Ada1 call served, queued for \\d+ ns");
    }

    @Test
    void readme_showsTheExampleAsItIs() throws IOException {
        List<String> source = Files.readAllLines(
                Path.of("src/test/java").resolve(EmbeddingIT.class.getName().replace('.', '/') + ".java"));
        int from = indexOf(source, "// begin") + 1;
        List<String> example = source.subList(from, indexOf(source, "// end")).stream()
                .map(line -> line.replaceFirst("^ {8}", ""))
                .toList();

        assertThat(Files.readString(Path.of("../README.md"))).contains(String.join("\n", example));
        assertThat(example).hasSizeLessThanOrEqualTo(20);
    }

    private static int indexOf(List<String> lines, String marker) {
        return lines.stream().map(String::strip).toList().indexOf(marker);
    }

    private static void embed(Consumer<String> print) throws Exception {
        // begin
        RpcServer server = RpcServer.builder()
                .pool(PoolConfig.parse("business", "fixed:threads=16,queue=1000"))
                .blocking(FIND_USER_INFO, "business", (request, call) -> find(request.getUserId()))
                .build();
        server.start();

        int port = server.address().getPort();
        FindUserInfoRequest request =
                FindUserInfoRequest.newBuilder().setUserId(42).build();
        try (RpcClient client = RpcClient.builder().target("127.0.0.1", port).build()) {
            FindUserInfoResponse response = client.callBlocking(FIND_USER_INFO, request, Duration.ofSeconds(5));
            print.accept(response.getUser().getName());
        }
        server.close();
        LedgerSnapshot business = server.pool("business").snapshot();
        Distribution queued = business.queueTimeNanos();
        print.accept(business.completions() + " call served, queued for " + queued.max() + " ns");
        // end
    }

    private static FindUserInfoResponse find(long userId) {
        UserInfo user = UserInfo.newBuilder().setId(userId).setName("Ada").build();
        return FindUserInfoResponse.newBuilder().setFound(true).setUser(user).build();
    }
}
