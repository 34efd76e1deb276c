/** The admin port: pages over HTTP, as JSON or readable HTML, about what a server is doing, and the few that change it. */
@NullMarked
package dev.multipool.rpc.server.admin;

import org.jspecify.annotations.NullMarked;
