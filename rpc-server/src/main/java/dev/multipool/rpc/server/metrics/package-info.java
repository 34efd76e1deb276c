/** A server's ledgers and counts as Micrometer meters, read when they are scraped and not when calls pass. */
@NullMarked
package dev.multipool.rpc.server.metrics;

import org.jspecify.annotations.NullMarked;
