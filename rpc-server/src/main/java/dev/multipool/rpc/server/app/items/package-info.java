/** The queryItems flow: nested fan-out over two pools, in two layouts and four execution models. */
@NullMarked
package dev.multipool.rpc.server.app.items;

import org.jspecify.annotations.NullMarked;
