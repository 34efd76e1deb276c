/** The application's typed settings, read from a YAML file, the environment and flags, in rising precedence. */
@NullMarked
package dev.multipool.rpc.server.app.settings;

import org.jspecify.annotations.NullMarked;
