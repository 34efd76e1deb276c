package dev.multipool.laboratory.foreign;

/** placeholder until recorded. */
final class HyperfoilParser implements EngineParser {
    @Override
    public EngineFigures parse(EngineOutput output) throws OutputException {
        throw new OutputException("x", "y");
    }
}
