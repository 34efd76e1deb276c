/** Where the JVM starts the agent. */
@NullMarked
package dev.multipool.agent.app;

import org.jspecify.annotations.NullMarked;
