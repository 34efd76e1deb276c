package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.redis.Eventually;
import dev.multipool.redis.LettuceUserInfoRepository;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.SampleUsers;
import dev.multipool.redis.Signals;
import dev.multipool.redis.StoredUser;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisKind;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RedisRequest.Mode;
import dev.multipool.redis.provision.RunningRedis;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/**
 * Runs when {@code MULTIPOOL_REDIS} is {@code container}; when it is {@code auto}, only where an engine answers and
 * Testcontainers has what it needs.
 */
class ContainerRedisIT {
    private static final Map<String, String> ENVIRONMENT = System.getenv();

    private final RedisSourceSettings settings = RedisSourceSettings.fromEnvironment(ENVIRONMENT);

    @BeforeEach
    void assumeContainers() {
        Mode mode = settings.request().mode();
        assumeThat(mode).as("MULTIPOOL_REDIS").isIn(Mode.AUTO, Mode.CONTAINER);
        if (mode == Mode.AUTO) {
            assumeThat(obstacle()).as("what keeps containers from running").isEmpty();
        }
    }

    @Test
    void open_runsAServerInAContainer_andCloseRemovesIt() {
        RunningRedis redis = RedisSource.open(container().build());
        try (redis) {
            RedisSettings redisSettings = RedisSettings.of(redis.uri());
            new UserSeeder(redisSettings).seed(10, 1, progress -> {});
            try (LettuceUserInfoRepository repository = LettuceUserInfoRepository.connect(redisSettings)) {
                assertThat(repository.find(10)).contains(StoredUser.of(SampleUsers.user(1, 10)));
            }

            assertThat(redis.kind()).isEqualTo(RedisKind.CONTAINER);
            assertThat(redis.description())
                    .contains("container ", redis.version(), ":" + redis.uri().getPort())
                    .hasLineCount(1);
            assertThat(ownContainers()).isEqualTo(1);
        }

        redis.close();
        assertThat(ownContainers()).isZero();
        redis.processId().ifPresent(pid -> assertThat(Signals.isAlive(pid)).isFalse());
    }

    @Test
    void open_ofAutoWithAnEngine_takesTheContainer() {
        try (RunningRedis redis = RedisSource.open(
                RedisSourceSettings.builder().image(settings.image()).build())) {
            assertThat(redis.kind()).isEqualTo(RedisKind.CONTAINER);
        }
    }

    @Test
    void open_withAPort_usesIt() {
        int port;
        try (RunningRedis first = RedisSource.open(container().build())) {
            port = first.uri().getPort();
        }

        try (RunningRedis second =
                RedisSource.open(container().port(port).cpus("0").build())) {
            assertThat(second.uri().getPort()).isEqualTo(port);
            assertThat(second.description()).contains(" on cores 0");
        }
    }

    @Test
    void killedOwner_leavesNoContainer() throws Exception {
        try (OwnerProcess owner = OwnerProcess.start(Map.of("MULTIPOOL_REDIS", "container"), entry -> true)) {
            assertThat(containers(owner.processId())).isEqualTo(1);

            owner.kill();

            Eventually.isTrue("the container is removed", () -> containers(owner.processId()) == 0);
        }
    }

    @Test
    void open_removesTheContainersOfDeadOwners() throws Exception {
        assumeThat(ContainerWatchdog.isNeeded(ENVIRONMENT))
                .as("without the reaper")
                .isTrue();
        // Without docker and curl on the PATH there is no watchdog either.
        Map<String, String> noWatchdog = Map.of("MULTIPOOL_REDIS", "container", "PATH", "");
        try (OwnerProcess owner = OwnerProcess.start(noWatchdog, entry -> true)) {
            owner.kill();
            owner.awaitEnd();
            assertThat(containers(owner.processId())).isEqualTo(1);

            RedisSource.open(container().build()).close();

            assertThat(containers(owner.processId())).isZero();
        }
    }

    private RedisSourceSettings.Builder container() {
        return RedisSourceSettings.builder().request(RedisRequest.CONTAINER).image(settings.image());
    }

    private static long ownContainers() {
        return containers(ProcessHandle.current().pid());
    }

    private static long containers(long owner) {
        return DockerClientFactory.lazyClient().listContainersCmd().withShowAll(true).exec().stream()
                .map(container -> container.getLabels().getOrDefault(ContainerOwner.LABEL, ""))
                .flatMap(label -> ContainerOwner.parse(label).stream())
                .filter(found -> found.processId() == owner)
                .count();
    }

    private String obstacle() {
        try {
            Deadline deadline = Deadline.after(Duration.ofSeconds(2));
            DockerEngine engine = DockerEngine.probe(DockerEndpoint.from(ENVIRONMENT), deadline);
            ContainerRedis containers = new ContainerRedis(settings, ENVIRONMENT);
            boolean complete = containers.missingHelpers(engine, deadline).isEmpty();
            if (!complete && !engine.hasImage(settings.image(), deadline)) {
                // Where this can be pulled, Testcontainers can pull what it lacks.
                engine.pull(settings.image(), settings.pullTimeout());
            }
            return "";
        } catch (NoContainerException e) {
            return e.reason();
        }
    }
}
