/** What both ends of a call tell somebody who follows it, such as a tracer, and the ids that travel for that. */
@NullMarked
package dev.multipool.rpc.protocol.observe;

import org.jspecify.annotations.NullMarked;
