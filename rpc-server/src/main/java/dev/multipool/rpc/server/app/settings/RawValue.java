package dev.multipool.rpc.server.app.settings;

/**
 * A setting's text and where it was given.
 *
 * @param text as written
 * @param origin for messages, such as {@code server.yaml}, {@code MULTIPOOL_SERVER_PORT} or {@code --port}
 */
record RawValue(String text, String origin) {}
