/** What watches and operates the running service: admin port, metrics, JMX, the exhaustion watch. */
@NullMarked
package dev.multipool.rpc.server.app.operation;

import org.jspecify.annotations.NullMarked;
