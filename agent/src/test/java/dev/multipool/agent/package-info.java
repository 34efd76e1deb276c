/** The agent, from outside. */
@NullMarked
package dev.multipool.agent;

import org.jspecify.annotations.NullMarked;
