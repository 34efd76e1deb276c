/** A grpc-java server as one finds them: generated stubs, a fixed executor, and work that blocks. */
@NullMarked
package dev.multipool.casebook.price;

import org.jspecify.annotations.NullMarked;
