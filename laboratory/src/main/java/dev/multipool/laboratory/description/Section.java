package dev.multipool.laboratory.description;

import java.util.List;

/** The maps of a description, each with the keys that it may have. */
enum Section {
    ROOT("name", "service", "knobs", "constraints", "load", "objective"),
    SERVICE("start", "pid", "directory", "environment", "ready", "ready-within", "stop-within"),
    READY("http", "tcp", "log"),
    KNOB(
            "range",
            "choices",
            "scale",
            "start",
            "env",
            "property",
            "flag",
            "file",
            "jmx",
            "attribute",
            "operation",
            "http",
            "read"),
    FILE("template", "to"),
    HTTP_SET("set", "body", "content-type"),
    READ("jmx", "attribute", "http", "json"),
    /** The placeholders of its requests are keys, too. */
    LOAD(
            "http",
            "grpc",
            "baidu-std",
            "headers",
            "body",
            "expect",
            "requests",
            "command",
            "parser",
            "descriptors",
            "connections",
            "http-version",
            "keep-alive",
            "callers",
            "timeout"),
    REQUEST("http", "grpc", "baidu-std", "headers", "body", "expect", "weight"),
    EXPECT("status", "text", "json"),
    JSON("at", "is");

    @SuppressWarnings("ImmutableEnumChecker") // a list that can't be changed
    private final List<String> keys;

    Section(String... keys) {
        this.keys = List.of(keys);
    }

    List<String> keys() {
        return keys;
    }
}
