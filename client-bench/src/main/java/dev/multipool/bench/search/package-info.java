/** What a load has to hold, and the search for the largest load that holds it. */
@NullMarked
package dev.multipool.bench.search;

import org.jspecify.annotations.NullMarked;
