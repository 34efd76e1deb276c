package dev.multipool.laboratory.search;

/** A grid takes the time that it takes. */
record GridPace() implements Pace {
    @Override
    public void begin() {
        // runs are begun whenever they are asked for
    }

    @Override
    public boolean hasTimeToSearch() {
        return true;
    }

    @Override
    public boolean hasTimeToSpare() {
        return true;
    }

    @Override
    public int contenders() {
        return Finals.CONTENDERS;
    }

    @Override
    public void beginFinal(boolean enough, boolean answered) {
        // nothing has to be saved
    }

    /** There is no budget that would end them. */
    @Override
    public boolean endsFinals(boolean enough) {
        return enough;
    }

    @Override
    public void beginRate() {
        // a grid has no rate
    }

    @Override
    public boolean beginProfile() {
        return false;
    }
}
