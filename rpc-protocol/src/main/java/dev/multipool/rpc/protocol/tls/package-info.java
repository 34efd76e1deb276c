/** TLS from PEM files that may change while connections are made with them. */
@NullMarked
package dev.multipool.rpc.protocol.tls;

import org.jspecify.annotations.NullMarked;
