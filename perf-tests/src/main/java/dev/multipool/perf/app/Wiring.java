package dev.multipool.perf.app;

import dev.multipool.laboratory.machine.Calm;
import dev.multipool.laboratory.machine.CalmWatch;
import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.machine.Countermeasures;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabResult.RedisUsed;
import dev.multipool.laboratory.result.LabResult.Setup;
import dev.multipool.laboratory.run.RunSite;
import dev.multipool.laboratory.run.ServiceRuns;
import dev.multipool.laboratory.search.FactsOfADescription;
import dev.multipool.laboratory.search.TestedDescription;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Patience;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.Experiments;
import dev.multipool.perf.own.OwnServer;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisKind;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The composition root: the one place that knows which parts make a laboratory. */
final class Wiring {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Path PROC = Path.of("/proc");
    /** Contents of the sample users; any number does, the same one makes the same users. */
    static final long SAMPLE_SEED = 42;
    /**
     * Fixed, so that a run does not depend on how much memory the machine has; one that it is too small for ends, as in the
     * image, and is not measured while it limps.
     */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError");
    /**
     * A pause of the generator is a late call, and it may share its core with Redis: a young generation that outlasts most
     * windows, touched before them, and no collection because classes were loaded.
     */
    private static final List<String> FEW_PAUSES =
            List.of("-XX:+UseSerialGC", "-Xmn384m", "-XX:+AlwaysPreTouch", "-XX:MetaspaceSize=128m");

    private Wiring() {}

    static Machine thisMachine() {
        return Machine.look(PROC, searchPath(), Runtime.getRuntime().availableProcessors());
    }

    private static String searchPath() {
        return System.getenv().getOrDefault("PATH", "");
    }

    /** Watches the cores of a machine. What starts next, such as a Redis, gets memory that lies together. */
    static CoreWatch watch(Machine machine, Countermeasures countermeasures, Path directory)
            throws InterruptedException {
        return CoreWatch.start(
                javaCommand(),
                CoreWatch.Order.of(machine.cpus(), countermeasures, searchPath()),
                directory.toAbsolutePath());
    }

    /** Tells how cores are watched, and which Redis there is. */
    static void tell(CoreWatch watch, RunningRedis redis, Consumer<String> progress) {
        redis.processId().ifPresent(pid -> watch.add("Redis", pid));
        progress.accept(watch.description());
        progress.accept("redis: " + redis.description());
    }

    /**
     * Opens a Redis, seeds it, and makes the runs of one experiment.
     *
     * @param directory takes what the processes leave
     * @param interruption ends the experiment where it is
     * @param progress takes plain lines
     */
    static LabResult measure(
            Job job, Experiments.Entry entry, Path directory, Interruption interruption, Consumer<String> progress)
            throws InterruptedException {
        InstantSource clock = InstantSource.system();
        Instant start = clock.instant();
        Experiment experiment = entry.create().apply(job.options());
        progress.accept("experiment: " + entry.name());
        try (CoreWatch watch = watch(job.machine(), job.countermeasures(), directory);
                RunningRedis redis = RedisSource.open(job.redis())) {
            CorePlan cores = coresWith(redis, job.conditions().cores());
            tell(watch, redis, progress);
            progress.accept("cores: " + cores.sentence());
            progress.accept(estimate(experiment.estimate()));
            new UserSeeder(RedisSettings.of(redis.uri()))
                    .seed(job.options().load().requireUsersSeeded(), SAMPLE_SEED, seeding -> {});
            RunSite site = new RunSite(
                    javaCommand().with(FEW_PAUSES),
                    cores,
                    new CpuMeter(PROC, job.machine().cpus()),
                    redis.processId(),
                    directory.toAbsolutePath(),
                    job.conditions().objective(),
                    watch);
            try (ServiceRuns runs = new ServiceRuns(site, new OwnServer(javaCommand(), redis.uri(), site))) {
                Session session = new Session(
                        runs,
                        new Conditions(
                                job.conditions().objective(),
                                cores,
                                job.conditions().retries(),
                                job.conditions().profiled()),
                        patience(job.machine(), job.patience(), runs::pids),
                        experiment.plannedRuns(),
                        clock,
                        start,
                        progress);
                Findings findings = interruption
                        .measure(() -> findings(experiment, session, interruption))
                        .orElseGet(() -> experiment.interrupted(session));
                Setup setup = new Setup(
                        start.truncatedTo(ChronoUnit.SECONDS).toString(),
                        Duration.between(start, clock.instant()).toMillis() / 1000.0,
                        job.command().apply(entry.name()),
                        cores,
                        new RedisUsed(
                                redis.kind().name().toLowerCase(Locale.ROOT), redis.version(), redis.description()),
                        null,
                        watch.setup());
                return LabResult.of(entry.name(), entry.question(), findings, setup, session.runs());
            }
        }
    }

    /**
     * Makes the runs of a described service.
     *
     * @param directory takes what the processes leave
     * @param interruption ends the experiment where it is
     * @param progress takes plain lines
     */
    static LabResult measure(DescribedJob job, Path directory, Interruption interruption, Consumer<String> progress)
            throws InterruptedException {
        InstantSource clock = InstantSource.system();
        Instant start = clock.instant();
        Machine machine = job.machine();
        CorePlan cores = job.conditions().cores();
        progress.accept("service: " + job.description().name());
        try (CoreWatch watch = watch(machine, job.countermeasures(), directory)) {
            progress.accept(watch.description());
            progress.accept("cores: " + cores.sentence());
            progress.accept(estimate(job.experiment().estimate()));
            RunSite site = new RunSite(
                    javaCommand().with(FEW_PAUSES),
                    cores,
                    new CpuMeter(PROC, machine.cpus()),
                    OptionalLong.empty(),
                    directory.toAbsolutePath(),
                    job.conditions().objective(),
                    watch);
            try (ServiceRuns runs = new ServiceRuns(site, new TestedDescription(job.description(), site))) {
                Session session = new Session(
                        runs,
                        job.conditions(),
                        patience(machine, job.patience(), runs::pids),
                        job.experiment().plannedRuns(),
                        clock,
                        start,
                        progress);
                Findings findings = interruption
                        .measure(() -> job.experiment().run(session))
                        // Ctrl-C ends the service, too, and then no setting was to blame
                        .filter(found -> !interruption.isRequested())
                        .orElseGet(() -> job.experiment().interrupted(session));
                Setup setup = new Setup(
                        start.truncatedTo(ChronoUnit.SECONDS).toString(),
                        Duration.between(start, clock.instant()).toMillis() / 1000.0,
                        job.command(),
                        cores,
                        null,
                        FactsOfADescription.of(job.description(), job.carry()),
                        watch.setup());
                return LabResult.of(job.name(), job.question(), findings, setup, session.runs());
            }
        }
    }

    private static Patience patience(Machine machine, Duration most, Supplier<List<Long>> pids) {
        CalmWatch calm = new CalmWatch(new CpuMeter(PROC, machine.cpus()), Wiring::sleep);
        return new Patience(
                () -> calm.look(LOOK, pids.get()).orElse(new Calm(0, 0)),
                Wiring::sleep,
                machine.cpus().size(),
                most);
    }

    private static void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** A process that ended takes what was measured before it not along. */
    private static Findings findings(Experiment experiment, Session session, Interruption interruption)
            throws InterruptedException {
        try {
            return experiment.run(session);
        } catch (ProcessFailedException e) {
            // Ctrl-C ends the processes, too, and then none has failed
            if (session.runs().isEmpty() || interruption.isRequested()) {
                throw e;
            }
            return session.failed(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("A process of the run ended"));
        }
    }

    static CorePlan coresWith(RunningRedis redis, CorePlan cores) {
        return redis.kind() == RedisKind.GIVEN && cores.redisCpus() != null
                ? cores.withRedisNotPinned("it was given and keeps the cores it has")
                : cores;
    }

    static String estimate(Duration estimate) {
        return String.format(
                Locale.ROOT, "this takes about %d min %02d s", estimate.toMinutes(), estimate.toSecondsPart());
    }

    static JavaCommand javaCommand() {
        return new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), HEAP);
    }
}
