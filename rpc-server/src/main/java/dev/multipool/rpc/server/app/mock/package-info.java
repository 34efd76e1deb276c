/** The mock dependency: a downstream that does nothing but take its time. */
@NullMarked
package dev.multipool.rpc.server.app.mock;

import org.jspecify.annotations.NullMarked;
