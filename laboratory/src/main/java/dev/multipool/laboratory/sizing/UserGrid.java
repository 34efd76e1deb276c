package dev.multipool.laboratory.sizing;

/** The loads that a search tries: preferred numbers of ISO 3, series R 10, in whole numbers; each about a quarter larger. */
final class UserGrid {
    private static final double STEPS_PER_DECADE = 10;

    private UserGrid() {}

    /** The nearest number of users on the grid, by ratio. */
    static int nearest(double users) {
        return at((int) Math.round(STEPS_PER_DECADE * Math.log10(Math.max(1, users))));
    }

    /** So many steps more; fewer, if that is below 0. At least one user. */
    static int moved(int users, int steps) {
        int place = (int) Math.round(STEPS_PER_DECADE * Math.log10(users));
        int moved = at(place + steps);
        while (moved == users && (steps > 0 || users > 1) && steps != 0) {
            // some neighbouring places are the same small whole number
            place += Integer.signum(steps);
            moved = at(place + steps);
        }
        return moved;
    }

    private static int at(int place) {
        return (int) Math.max(1, Math.round(Math.pow(10, place / STEPS_PER_DECADE)));
    }
}
