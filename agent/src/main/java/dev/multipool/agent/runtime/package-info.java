/** What woven code calls: lies on the bootstrap class path, where java.util.concurrent finds it. */
@NullMarked
package dev.multipool.agent.runtime;

import org.jspecify.annotations.NullMarked;
