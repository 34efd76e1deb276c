/** The findUserInfo application: its main, its wiring, and the handler; the model for a service of one's own. */
@NullMarked
package dev.multipool.rpc.server.app;

import org.jspecify.annotations.NullMarked;
