/** multipool's own server as a service under test. */
@NullMarked
package dev.multipool.perf.own;

import org.jspecify.annotations.NullMarked;
