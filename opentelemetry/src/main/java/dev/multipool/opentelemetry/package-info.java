/** OpenTelemetry spans of calls, of tasks on pools and of reads from Redis, joined to the trace ids of the wire. */
@NullMarked
package dev.multipool.opentelemetry;

import org.jspecify.annotations.NullMarked;
