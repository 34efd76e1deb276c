@NullMarked
package dev.multipool.agent.weave;

import org.jspecify.annotations.NullMarked;
