/** The experiment that measures our server beside the floor, the limit, grpc-java and Redis alone. */
@NullMarked
package dev.multipool.perf.peers;

import org.jspecify.annotations.NullMarked;
