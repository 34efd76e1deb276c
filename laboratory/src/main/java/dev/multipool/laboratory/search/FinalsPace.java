package dev.multipool.laboratory.search;

/** How much time finals have. */
public interface FinalsPace {
    /** How many contenders they begin with. */
    int contenders();

    /**
     * Before a window.
     *
     * @param enough whether its contender had the windows already that an answer needs
     * @param answered whether there is an answer already, which more windows only make surer
     */
    void beginFinal(boolean enough, boolean answered);

    /**
     * Whether they end after a round, although they are not decided.
     *
     * @param enough whether all contenders had the windows that an answer needs
     */
    boolean endsFinals(boolean enough);
}
