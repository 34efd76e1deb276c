/** What the load needs of a protocol: connections, calls, how an answer is judged and how a failure is called. */
@NullMarked
package dev.multipool.bench.call;

import org.jspecify.annotations.NullMarked;
