/** How a pool writes down what happens to its tasks and threads; not for embedders, and it may change at any time. */
@NullMarked
package dev.multipool.pools.internal.ledger;

import org.jspecify.annotations.NullMarked;
