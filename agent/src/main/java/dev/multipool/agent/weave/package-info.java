/** Changes the classes that have pools, by Byte Buddy, in a class loader that nobody else sees. */
@NullMarked
package dev.multipool.agent.weave;

import org.jspecify.annotations.NullMarked;
