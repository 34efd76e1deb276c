/** Calls by baidu_std: of our own service, and of a service of one's own. */
@NullMarked
package dev.multipool.bench.baidustd;

import org.jspecify.annotations.NullMarked;
