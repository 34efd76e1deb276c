package dev.multipool.perf.run;

import dev.multipool.perf.machine.CoreWatch;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.process.JavaCommand;
import java.nio.file.Path;

/**
 * Where runs of a described service are made.
 *
 * @param generator how to start generators
 * @param cores which process gets which cores
 * @param directory takes what the processes print, and the generators' results
 * @param watch keeps the cores awake and meters them
 */
public record DescribedSite(JavaCommand generator, CorePlan cores, Path directory, CoreWatch watch) {}
