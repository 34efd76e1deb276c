package dev.multipool.rpc.server.app.settings;

/**
 * A flag of the command line that sets one setting.
 *
 * @param name with its hyphens: {@code --port}
 * @param valueLabel stands for its value where the flag is described: {@code N}
 */
public record CommandFlag(String name, String valueLabel) {}
