/** What a service calls in turn, each kept apart from the others: bulkhead, call timeout, circuit breaker. */
@NullMarked
package dev.multipool.rpc.server.dependency;

import org.jspecify.annotations.NullMarked;
