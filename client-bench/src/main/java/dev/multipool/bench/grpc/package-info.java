/** Unary calls by gRPC, plain or by TLS. */
@NullMarked
package dev.multipool.bench.grpc;

import org.jspecify.annotations.NullMarked;
