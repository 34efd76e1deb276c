/** What the agent knows of each library: which methods tell of its pools, and how its pools are read. One class for each. */
@NullMarked
package dev.multipool.agent.libraries;

import org.jspecify.annotations.NullMarked;
