package dev.multipool.deploy;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The server as the launcher starts it, in a control group of 512 MiB. Its whole heap is touched at the start, and callers
 * send more of frames that never come whole than its buffers may take.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MemoryIT {
    private static final long LIMIT_BYTES = 512L << 20;
    private static final int HOGS = 150;
    private static final int HOG_BYTES = 3 << 20;
    private static final int CALLS = 500;
    private static final Duration PATIENT = Duration.ofSeconds(30);

    @Test
    void heapAndBuffers_whenBothAreFull_fitIntoTheContainersMemory() throws Exception {
        Optional<MemoryGroup> made = MemoryGroup.of(LIMIT_BYTES);
        assumeTrue(made.isPresent(), "no control group of the memory controller can be made here (expected: root)");
        List<Socket> hogs = new ArrayList<>();
        try (MemoryGroup group = made.orElseThrow();
                DeployedServer server = DeployedServer.start(command(group), environment())) {
            try {
                callMany(server.port());
                for (int i = 0; i < HOGS; i++) {
                    hogs.add(hog(server.port()));
                }
                System.out.println("MemoryIT: the most that was in use: " + group.peak());
                assertThat(group.kills()).as("processes that the kernel ended").isZero();
            } finally {
                for (Socket hog : hogs) {
                    hog.close();
                }
            }
            callMany(server.port());
            assertThat(server.end()).isZero();
        }
    }

    private static List<String> command(MemoryGroup group) {
        List<String> command = new ArrayList<>(group.within("sh multipool-server"));
        command.addAll(List.of("--host=127.0.0.1", "--port=0", "--admin-port=0", "--redis=embedded"));
        command.addAll(List.of("--seed-users=10", "--set=server.frame-timeout=5m"));
        return command;
    }

    private static Map<String, String> environment() {
        return Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "JAVA_OPTS",
                "-XX:InitialRAMPercentage=100 -XX:+AlwaysPreTouch");
    }

    /** The first part of a frame whose header promises more; the server may close when it has no room for it. */
    private static Socket hog(int port) throws IOException {
        Socket hog = new Socket(InetAddress.getLoopbackAddress(), port);
        byte[] part = ByteBuffer.allocate(HOG_BYTES)
                .put("PRPC".getBytes(StandardCharsets.US_ASCII))
                .putInt(HOG_BYTES + 1)
                .putInt(20)
                .array();
        try {
            hog.getOutputStream().write(part);
        } catch (IOException e) {
            hog.close();
        }
        return hog;
    }

    /** Until all are answered: a connection may have been ended while there was no room for its bytes. */
    private static void callMany(int port) throws InterruptedException {
        try (RpcClient client =
                RpcClient.builder().target("127.0.0.1", port).connections(4).build()) {
            FindUserInfoRequest request =
                    FindUserInfoRequest.newBuilder().setUserId(1).build();
            int answered = 0;
            for (int calls = 0; answered < CALLS && calls < 2 * CALLS; calls++) {
                try {
                    answered += client.callBlocking(FIND_USER_INFO, request, PATIENT)
                                    .getFound()
                            ? 1
                            : 0;
                } catch (RpcException e) {
                    TimeUnit.MILLISECONDS.sleep(10);
                }
            }
            assertThat(answered).isEqualTo(CALLS);
        }
    }
}
