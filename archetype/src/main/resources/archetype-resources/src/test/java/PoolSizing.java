package ${package};

import dev.multipool.bench.baidustd.OwnCall;
import dev.multipool.bench.sweep.PoolSweep;
import dev.multipool.bench.sweep.SweepResult;
import dev.multipool.bench.sweep.SweepSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import ${package}.v1.GreetRequest;
import ${package}.v1.GreetResponse;

/**
 * Which pool serves most within the objective: {@code mvn verify -Pperf}. Each run starts the service's jar anew with one
 * pool, loads it, and ends it. Say here what your callers ask.
 */
public final class PoolSizing {
    private static final OwnCall<GreetRequest, GreetResponse> CALL = new OwnCall<>(
            GreetingMethods.GREET,
            random -> GreetRequest.newBuilder().setName("user" + random.nextInt(1000)).build(),
            response -> response.getText().startsWith("Hello, user"));

    private PoolSizing() {}

    public static void main(String[] args) throws Exception {
        Path target = Path.of(args[0]);
        SweepSettings settings;
        try {
            settings = SweepSettings.parse(Arrays.asList(args).subList(1, args.length));
        } catch (IllegalArgumentException e) {
            System.err.println("perf.args: " + e.getMessage());
            System.exit(2);
            return;
        }
        Path directory = target.resolve("perf");
        SweepResult result =
                new PoolSweep(settings, pool -> server(target, pool)).run(CALL, directory, System.out::println);
        Files.writeString(directory.resolve("results.csv"), result.csv());
        System.out.println(result.conclusion());
    }

    private static List<String> server(Path target, String pool) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                target.resolve("${artifactId}.jar").toString(),
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--pool",
                pool);
    }
}
