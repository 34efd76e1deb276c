package dev.multipool.perf.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What each module exports. Whoever is outside of a module uses its exported packages alone; the others may change with any
 * commit. docs/architecture.md shows the same.
 */
final class Modules {
    static final List<Module> ALL = List.of(
            new Module("pools", "pools")
                    .exports("pools", "pools.admission")
                    .exportsTo("agent", "pools.internal.ledger"),
            new Module("capacity-model", "capacity")
                    .exports("capacity", "capacity.calibration", "capacity.search", "capacity.sim")
                    .exportsTo("perf-tests", "capacity.published"),
            new Module("rpc-protocol", "rpc.protocol", "user", "item", "mock")
                    .exports(
                            "rpc.protocol",
                            "rpc.protocol.meta",
                            "rpc.protocol.observe",
                            "rpc.protocol.payload",
                            "rpc.protocol.tls",
                            "rpc.protocol.transport",
                            "user",
                            "user.v1",
                            "item",
                            "item.v1")
                    .exportsTo("client-bench", "mock", "mock.v1")
                    .exportsTo("rpc-server", "mock", "mock.v1"),
            new Module("redis", "redis").exports("redis", "redis.provision"),
            new Module("redis-source", "redis.source").exports("redis.source"),
            new Module("rpc-client", "rpc.client").exports("rpc.client"),
            new Module("opentelemetry", "opentelemetry").exports("opentelemetry"),
            new Module("rpc-server", "rpc.server")
                    .exports(
                            "rpc.server",
                            "rpc.server.admin",
                            "rpc.server.connection",
                            "rpc.server.credential",
                            "rpc.server.dependency",
                            "rpc.server.journal",
                            "rpc.server.limits",
                            "rpc.server.metrics",
                            "rpc.server.watch")
                    .exportsTo("perf-tests", "rpc.server.app", "rpc.server.app.operation"),
            new Module("client-bench", "bench")
                    .exports(
                            "bench.baidustd",
                            "bench.call",
                            "bench.generator",
                            "bench.machine",
                            "bench.message",
                            "bench.plan",
                            "bench.protocol",
                            "bench.result",
                            "bench.search")
                    .exportsTo("laboratory", "bench.socket", "bench.stall")
                    .exportsTo("perf-tests", "bench.app.options"),
            new Module("agent", "agent"),
            new Module("laboratory", "laboratory")
                    .exportsTo(
                            "perf-tests",
                            "laboratory.check",
                            "laboratory.confirmation",
                            "laboratory.description",
                            "laboratory.machine",
                            "laboratory.machine.cores",
                            "laboratory.process",
                            "laboratory.process.app",
                            "laboratory.proposal",
                            "laboratory.report",
                            "laboratory.result",
                            "laboratory.run",
                            "laboratory.sampling",
                            "laboratory.search",
                            "laboratory.session"),
            new Module("jmeter-sampler", "jmeter").exports("jmeter"),
            new Module("spring-boot-starter", "spring").exports("spring"),
            new Module("perf-tests", "perf"));

    private Modules() {}

    /** The module of a class of ours; none of a library's. */
    static Optional<Module> of(JavaClass type) {
        String name = type.getPackageName();
        return ALL.stream()
                .filter(module -> module.lengthOfRoot(name) > 0)
                .max(Comparator.comparingInt(module -> module.lengthOfRoot(name)));
    }

    /** Whether strangers can use it: it and all around it are public, in a package that is exported to everybody. */
    static boolean isOpen(JavaClass type) {
        return of(type).stream().anyMatch(module -> module.exported().contains(type.getPackageName()))
                && isPublic(type);
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(Modules::isPublic).orElse(true);
    }

    /** The lines of the table in docs/architecture.md. */
    static String table() {
        return ALL.stream().map(Module::line).collect(Collectors.joining("\n"));
    }

    /**
     * A module, which is also its folder; the packages that it starts at; those that everybody may use; and those that one
     * other module may use.
     */
    record Module(String name, List<String> roots, List<String> exported, Map<String, List<String>> friends) {
        Module(String name, String... roots) {
            this(name, full(roots), List.of(), Map.of());
        }

        Module exports(String... packages) {
            return new Module(name, roots, full(packages), friends);
        }

        Module exportsTo(String friend, String... packages) {
            Map<String, List<String>> more = new TreeMap<>(friends);
            more.put(friend, full(packages));
            return new Module(name, roots, exported, more);
        }

        /** What {@code module-info.java} would call it; its jar's manifest does. */
        String javaName() {
            return roots.get(0);
        }

        boolean lets(Module user, String packageName) {
            return equals(user)
                    || exported.contains(packageName)
                    || friends.getOrDefault(user.name, List.of()).contains(packageName);
        }

        private int lengthOfRoot(String packageName) {
            return roots.stream()
                    .filter(root -> packageName.equals(root) || packageName.startsWith(root + "."))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
        }

        private String line() {
            String toOne = friends.entrySet().stream()
                    .map(friend -> shown(friend.getValue()) + " to " + friend.getKey())
                    .collect(Collectors.joining("; "));
            return "| " + name + " | " + (exported.isEmpty() ? "nothing" : shown(exported)) + " | " + toOne + " |";
        }

        private static String shown(List<String> packages) {
            return packages.stream()
                    .map(name -> "`" + name.substring(Arrows.ROOT.length() + 1) + "`")
                    .collect(Collectors.joining(", "));
        }

        private static List<String> full(String... packages) {
            return Stream.of(packages).map(name -> Arrows.ROOT + "." + name).toList();
        }
    }
}
