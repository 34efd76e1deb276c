/** The list of all experiments. The rooms below hold the experiments, and the engine that makes their runs. */
@NullMarked
package dev.multipool.perf;

import org.jspecify.annotations.NullMarked;
