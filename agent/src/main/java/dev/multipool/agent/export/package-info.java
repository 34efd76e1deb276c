/** Tells others of the pools that are observed: as Prometheus' text, and as events of JFR. */
@NullMarked
package dev.multipool.agent.export;

import org.jspecify.annotations.NullMarked;
