/** What stands for a real service's work: a downstream that only takes its time, and CPU time that is used up. */
@NullMarked
package dev.multipool.rpc.server.app.mock;

import org.jspecify.annotations.NullMarked;
