package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.CpuModel.Discipline;
import java.util.SplittableRandom;

/** What all parts of one simulation share. */
record World(SimulatedService service, Tasks tasks, Agenda agenda, Cores cores, SplittableRandom seeds) {

    static World of(SimulatedService service, CpuModel cpu, long seed) {
        Cores cores = cpu.discipline() == Discipline.PROCESSOR_SHARING ? new SharedCores(cpu) : new SlicedCores(cpu);
        return new World(service, new Tasks(), new Agenda(), cores, new SplittableRandom(seed));
    }
}
