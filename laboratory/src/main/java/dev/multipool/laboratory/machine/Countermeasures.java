package dev.multipool.laboratory.machine;

/**
 * What is asked for against the noise of a machine.
 *
 * @param awakeCores whether cores are kept from halting
 * @param compactMemory whether memory is compacted before each process that is measured starts
 */
public record Countermeasures(Wanted awakeCores, Wanted compactMemory) {}
