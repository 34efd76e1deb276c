package dev.multipool.rpc.server.app.settings;

import java.util.List;

/**
 * Settings that belong together.
 *
 * @param title of their table
 * @param page of docs/reference that explains them
 * @param settings in the order they are shown
 */
record SettingsGroup(String title, String page, List<Setting<?>> settings) {}
