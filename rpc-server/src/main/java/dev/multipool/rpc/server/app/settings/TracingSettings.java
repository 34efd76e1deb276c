package dev.multipool.rpc.server.app.settings;

import java.net.URI;

/**
 * Where traces go, and how many.
 *
 * @param endpoint of a collector, for OTLP over HTTP
 * @param sampleRatio the share of the calls that is traced, of those that begin a trace, 0 to 1
 * @param trustCallers whether a call that comes with trace ids belongs to that trace; else it begins one of its own
 * @param serviceName what the collector calls this server
 */
public record TracingSettings(URI endpoint, double sampleRatio, boolean trustCallers, String serviceName) {}
