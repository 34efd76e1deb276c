package dev.multipool.laboratory.foreign;

import java.nio.file.Path;

/**
 * What a program left.
 *
 * @param console what it printed
 * @param file what it may have written; it need not be there
 */
record EngineOutput(String console, Path file) {}
