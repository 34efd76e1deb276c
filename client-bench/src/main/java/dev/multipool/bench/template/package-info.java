/** Values that stand for the placeholders of requests, drawn anew for each call. */
@NullMarked
package dev.multipool.bench.template;

import org.jspecify.annotations.NullMarked;
