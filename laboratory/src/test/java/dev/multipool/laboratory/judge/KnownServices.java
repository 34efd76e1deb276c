package dev.multipool.laboratory.judge;

import java.nio.file.Path;
import java.util.List;

/** The services that the judge knows: kept grids of real runs, and grids that the simulator made. */
final class KnownServices {
    private static final Path CASEBOOK = Path.of("..", "casebook");
    static final Path SIMULATED = Path.of("src", "test", "judge");

    private KnownServices() {}

    /** A service by its name. */
    record Known(String name, Path grid, double limitMillis) {
        Truth truth() {
            return Truth.read(grid, limitMillis);
        }
    }

    static List<Known> all() {
        return List.of(
                new Known("wiremock", CASEBOOK.resolve("wiremock").resolve("grid.csv"), 50),
                new Known("grpc", CASEBOOK.resolve("grpc").resolve("grid.csv"), 50),
                new Known("spring-boot", CASEBOOK.resolve("spring-boot").resolve("grid.csv"), 50),
                new Known("nested", SIMULATED.resolve("nested.csv"), 10),
                new Known("shared-connections", SIMULATED.resolve("shared-connections.csv"), 50),
                new Known("computing", SIMULATED.resolve("computing.csv"), 20));
    }

    static Known named(String name) {
        return all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("service: " + name + " (expected: one of "
                        + all().stream().map(Known::name).toList() + ")"));
    }
}
