/** Makes the archive of classes that shortens the server's start; part of the build, not of the jar. */
@NullMarked
package dev.multipool.rpc.server.app.archive;

import org.jspecify.annotations.NullMarked;
