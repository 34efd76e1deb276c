/** How configuration values are checked, read and written; not for embedders, and it may change at any time. */
@NullMarked
package dev.multipool.pools.internal.config;

import org.jspecify.annotations.NullMarked;
