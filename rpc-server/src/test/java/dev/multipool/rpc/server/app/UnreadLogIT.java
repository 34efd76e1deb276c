package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.RawConnection;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The server's log in a pipe that nobody reads, with room for 4 KiB. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreadLogIT {
    private static final int PIPE_BYTES = 64 << 10;
    private static final int ROOM_BYTES = 4 << 10;
    /** Each makes the server log a line. */
    private static final int RESETS = 200;

    private static final int CALLS = 50;

    @TempDir
    private Path directory;

    @Test
    void calls_whenNobodyReadsTheLog_areServed() throws Exception {
        Path pipe = directory.resolve("errors");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (RandomAccessFile unread = new RandomAccessFile(pipe.toFile(), "rw");
                RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                        .request(RedisRequest.EMBEDDED)
                        .build())) {
            unread.write(new byte[PIPE_BYTES - ROOM_BYTES]);
            try (ServerProcess server = ServerProcess.startOf(
                    Main.class,
                    pipe,
                    List.of("-DMULTIPOOL_LOG_LEVEL=DEBUG"),
                    "--host",
                    "127.0.0.1",
                    "--port",
                    "0",
                    "--redis",
                    redis.uri().toString())) {
                for (int i = 0; i < RESETS; i++) {
                    RawConnection lost = new RawConnection(server.port());
                    lost.send("PRPC".getBytes(StandardCharsets.US_ASCII));
                    lost.reset();
                }

                try (RpcClient client =
                        RpcClient.builder().target("127.0.0.1", server.port()).build()) {
                    for (int i = 0; i < CALLS; i++) {
                        assertThat(client.callBlocking(
                                                UserServiceMethods.FIND_USER_INFO,
                                                FindUserInfoRequest.newBuilder()
                                                        .setUserId(1)
                                                        .build(),
                                                Duration.ofSeconds(10))
                                        .getFound())
                                .isFalse();
                    }
                }
                assertThat(server.terminate()).isZero();
            }
        }
    }
}
