/** Whether and how the service's calls are traced: the one package that knows OpenTelemetry's SDK. */
@NullMarked
package dev.multipool.rpc.server.app.tracing;

import org.jspecify.annotations.NullMarked;
