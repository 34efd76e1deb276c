package dev.multipool.laboratory.foreign;

/** Reads what a program left. */
interface EngineParser {
    /**
     * Reads it.
     *
     * @throws OutputException when it is not what the program prints or writes
     */
    EngineFigures parse(EngineOutput output) throws OutputException;
}
