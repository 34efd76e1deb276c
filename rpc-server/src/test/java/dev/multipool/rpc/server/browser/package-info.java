/** A browser for tests that look at pages; the laboratory's tests use it too. */
@NullMarked
package dev.multipool.rpc.server.browser;

import org.jspecify.annotations.NullMarked;
