/**
 * A described service as processes: started, known to be ready, ended with all that it started.
 *
 * <p>The processes stay in the laboratory's session, since each session may be a scheduling group of its own: it would share
 * a core with the generator by group, not by thread, and with the loops that keep cores awake. They are known by a
 * mark instead, which every process inherits, also one that left its parent, its process group and its environment.
 */
@NullMarked
package dev.multipool.laboratory.service;

import org.jspecify.annotations.NullMarked;
