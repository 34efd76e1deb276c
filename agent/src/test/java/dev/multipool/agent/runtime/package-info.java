/** The agent's parts on the bootstrap class path. */
@NullMarked
package dev.multipool.agent.runtime;

import org.jspecify.annotations.NullMarked;
