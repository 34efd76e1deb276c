/** The load generator as a library: a load plan goes in, a measured result comes out. */
@NullMarked
package dev.multipool.bench.generator;

import org.jspecify.annotations.NullMarked;
