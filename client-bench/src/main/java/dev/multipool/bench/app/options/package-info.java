/** The options of the command line, as values. */
@NullMarked
package dev.multipool.bench.app.options;

import org.jspecify.annotations.NullMarked;
