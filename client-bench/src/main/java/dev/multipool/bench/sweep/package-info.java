/** Tries pools on a service of one's own, each on a server process of its own, and says which serves most within a limit. */
@NullMarked
package dev.multipool.bench.sweep;

import org.jspecify.annotations.NullMarked;
