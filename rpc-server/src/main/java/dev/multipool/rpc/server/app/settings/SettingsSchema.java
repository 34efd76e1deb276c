package dev.multipool.rpc.server.app.settings;

import java.util.List;

/** Every setting there is: the one list behind parsing, messages, {@code --help} and the reference. */
final class SettingsSchema {
    private static final List<SettingsGroup> GROUPS = List.of(
            new SettingsGroup("Server and limits", "limits.md", ServerSchema.all()),
            new SettingsGroup("Transport and connections", "transport.md", TransportSchema.all()),
            new SettingsGroup("TLS and credentials", "security.md", TlsSchema.all()),
            new SettingsGroup("Methods", "query-items.md", MethodSchema.all()),
            new SettingsGroup("Adaptive admission", "../experiments/adaptive-admission.md", AdmissionSchema.all()),
            new SettingsGroup("Redis", "redis.md", RedisSchema.all()),
            new SettingsGroup("Admin port, slow calls, exhaustion", "admin.md", AdminSchema.all()),
            new SettingsGroup("Traces", "tracing.md", TracingSchema.all()));
    private static final List<Setting<?>> ALL = GROUPS.stream()
            .<Setting<?>>flatMap(group -> group.settings().stream())
            .toList();

    private SettingsSchema() {}

    static List<SettingsGroup> groups() {
        return GROUPS;
    }

    static List<Setting<?>> all() {
        return ALL;
    }
}
