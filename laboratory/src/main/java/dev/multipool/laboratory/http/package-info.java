/** Single HTTP requests to a service under test, as its check and its knobs make them; the load has a client of its own. */
@NullMarked
package dev.multipool.laboratory.http;

import org.jspecify.annotations.NullMarked;
