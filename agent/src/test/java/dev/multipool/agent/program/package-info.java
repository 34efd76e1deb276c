/** Applications that know nothing of the agent, and compute what it should find. */
@NullMarked
package dev.multipool.agent.program;

import org.jspecify.annotations.NullMarked;
