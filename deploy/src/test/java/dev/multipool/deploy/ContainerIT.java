package dev.multipool.deploy;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.UserInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The images, built and started by a Docker engine with the commands that docs/reference/deploy.md shows. */
class ContainerIT {
    private static final Path EMBEDDED_REDIS = Path.of("../rpc-server/target/extras/embedded-redis.jar");
    private static final Path JIB_TAR = Path.of("../rpc-server/target/image-check.tar");
    private static final String DOCUMENTED_IMAGE = "multipool-server:0.1.0";
    private static final double MEMORY_BYTES = 512 << 20;
    private static final double HEAP_SHARE = 0.5;

    @TempDir
    private static Path directory;

    private static Docker docker;
    private static String base;
    private static String image;

    @BeforeAll
    static void build() throws Exception {
        docker = Docker.start();
        LocalImages local = new LocalImages(docker, directory);
        base = local.base(official());
        String redis = local.redis(EMBEDDED_REDIS);
        docker.run("docker", "network", "create", docker.label(), network());
        docker.run(
                "docker",
                "run",
                "-d",
                docker.label(),
                "--name=" + docker.name("redis"),
                "--network=" + network(),
                "--network-alias=redis",
                redis);
        image = docker.name("server") + ":built";
        List<String> build = new ArrayList<>(Manifests.documented("docker build "));
        build.set(build.indexOf(DOCUMENTED_IMAGE), image);
        build.addAll(build.size() - 1, List.of("--build-arg=BASE_IMAGE=" + base, docker.label()));
        docker.run(build.toArray(String[]::new));
    }

    @AfterAll
    static void remove() throws Exception {
        if (docker != null) {
            docker.close();
        }
    }

    @Test
    void dockerfilesImage_asDocumented_servesWithinItsLimits_andDrains() throws Exception {
        try (ServerContainer server = ServerContainer.start(docker, docker.name("built"), command("built", image))) {
            assertThat(ask(server, 42).getId()).isEqualTo(42);
            assertProcessIsUser10001("built");
            assertLimitsAreSeen(server);
            assertThat(server.get("/config").body()).contains("redis://redis:6379");

            assertThat(server.stop()).isZero();
            assertThat(server.log()).contains("stopping: not ready", "pool business stopped", "rejected: ");
        }
    }

    @Test
    @Tag("full")
    void jibsImage_onABase_servesWithinItsLimits_andDrains() throws Exception {
        try (ServerContainer server = ServerContainer.start(docker, docker.name("jib"), command("jib", jibsImage()))) {
            assertThat(ask(server, 7).getId()).isEqualTo(7);
            assertProcessIsUser10001("jib");
            assertLimitsAreSeen(server);

            assertThat(server.stop()).isZero();
            assertThat(server.log()).contains("stopping: not ready", "rejected: ");
        }
    }

    @Test
    void rootFileSystem_isReadOnly_andTmpIsNot() throws Exception {
        assertThat(writes("/app/log").output()).contains("/app/log", "Read-only file system");
        assertThat(writes("/tmp/log").exitCode()).isZero();
    }

    @Test
    void tmpThatForbidsExecution_leavesConnectionsToNio() throws Exception {
        List<String> command = command("noexec", image);
        command.set(command.indexOf("/tmp:exec"), "/tmp:noexec");

        try (ServerContainer server = ServerContainer.start(docker, docker.name("noexec"), command)) {
            assertThat(ask(server, 1).getId()).isEqualTo(1);
        }
    }

    private static String official() throws Exception {
        return Files.readAllLines(Manifests.DOCKERFILE).stream()
                .filter(line -> line.startsWith("ARG BASE_IMAGE="))
                .map(line -> line.substring("ARG BASE_IMAGE=".length()))
                .findFirst()
                .orElseThrow();
    }

    private static String network() {
        return docker.name("network");
    }

    /** The documented command with a network of this test's own, free ports here, smaller limits, and an admin port. */
    private static List<String> command(String name, String image) throws Exception {
        List<String> command = new ArrayList<>();
        for (String word : Manifests.documented("docker run ")) {
            switch (word) {
                case DOCUMENTED_IMAGE -> {
                    command.addAll(List.of("-p", "127.0.0.1::9000", docker.label(), "--name=" + docker.name(name)));
                    command.addAll(List.of("--network=" + network(), image));
                }
                case "8000:8000" -> command.add("127.0.0.1::8000");
                case "redis://HOST:6379" -> command.add("redis://redis:6379");
                case "--cpus=2" -> command.add("--cpus=1");
                case "--memory=1g" -> command.add("--memory=512m");
                default -> command.add(word);
            }
        }
        assertThat(command).contains("--cpus=1", "--memory=512m", "redis://redis:6379", image);
        command.addAll(List.of("--admin-port=9000", "--set=admin.host=0.0.0.0", "--set=admin.allow-changes=false"));
        command.add("--seed-users=100");
        return command;
    }

    /** What jib made of nothing, on the base, with jib's configuration. */
    private static String jibsImage() throws Exception {
        docker.run("docker", "load", "-i", JIB_TAR.toAbsolutePath().toString());
        String bare = bareName();
        try {
            JsonNode config = new ObjectMapper()
                    .readTree(docker.run("docker", "image", "inspect", bare))
                    .at("/0/Config");
            Path context = Files.createDirectory(directory.resolve("jib"));
            Files.write(
                    context.resolve("Dockerfile"),
                    List.of(
                            "FROM " + base,
                            "COPY --from=" + bare + " /app /app",
                            "USER " + config.get("User").asText(),
                            "ENV " + String.join(" ", Manifests.texts(config.get("Env"))),
                            "ENTRYPOINT " + config.get("Entrypoint"),
                            "CMD " + config.get("Cmd")));
            String image = docker.name("server") + ":jib";
            docker.run("docker", "build", docker.label(), "-t", image, context.toString());
            return image;
        } finally {
            docker.attempt("docker", "rmi", bare);
        }
    }

    private static String bareName() throws Exception {
        String manifest = docker.run("tar", "-xOf", JIB_TAR.toAbsolutePath().toString(), "manifest.json");
        return new ObjectMapper().readTree(manifest).at("/0/RepoTags/0").asText();
    }

    private static UserInfo ask(ServerContainer server, long userId) throws Exception {
        try (RpcClient client =
                RpcClient.builder().target("127.0.0.1", server.port(8000)).build()) {
            return client.callBlocking(
                            FIND_USER_INFO,
                            FindUserInfoRequest.newBuilder().setUserId(userId).build(),
                            Duration.ofSeconds(10))
                    .getUser();
        }
    }

    private static void assertProcessIsUser10001(String name) throws Exception {
        List<String> processes = docker.run("docker", "top", docker.name(name), "-o", "pid,uid,gid,args")
                .lines()
                .skip(1)
                .toList();

        assertThat(processes).singleElement().asString().containsPattern("^\\s*\\d+\\s+10001\\s+10001\\s+java ");
    }

    /** One core of the quota, whatever the machine has, and the heap's share of the memory. */
    private static void assertLimitsAreSeen(ServerContainer server) throws Exception {
        assertThat(server.metric("system_cpu_count")).isEqualTo(1);
        JsonNode loops = new ObjectMapper().readTree(server.get("/config").body());
        assertThat(loops.toString()).containsPattern("server.event-loops\"[^}]*\"1\"");
        assertThat(server.metric("jvm_memory_max_bytes{area=\"heap\""))
                .isCloseTo(MEMORY_BYTES * HEAP_SHARE, within(MEMORY_BYTES * 0.05));
    }

    /** Has a JVM, with the flags of the documented command, write its log to a file. */
    private static Docker.Ended writes(String file) throws Exception {
        List<String> command = new ArrayList<>(command("writer", image));
        command.subList(command.indexOf(image), command.size()).clear();
        command.addAll(List.of("--entrypoint=java", image, "-Xlog:gc:file=" + file, "-version"));
        return docker.attempt(command.toArray(String[]::new));
    }
}
