/** Calls by HTTP/1.1, plain or by TLS. */
@NullMarked
package dev.multipool.bench.http;

import org.jspecify.annotations.NullMarked;
