package dev.multipool.capacity.sim;

import java.util.SplittableRandom;

/** The users, or the stream of calls, that the service is called by. */
final class Clients {

    /*
     * The way back of an answer, the think time and the way of the next call are one event: nothing in between can
     * change it. Hence a user's sending time and way are known before its call arrives.
     */

    private static final double START_WITHIN_NANOS = 5e6;

    private final Agenda agenda;
    private final Sampler network;
    private final Sampler think;
    private final Sampler backOff;
    private final boolean open;
    private final double[] sentAt;
    private final double[] leg;

    Clients(Load load, Delay networkDelay, Agenda agenda, SplittableRandom seeds) {
        this.agenda = agenda;
        this.network = new Sampler(networkDelay, seeds.split());
        if (load instanceof Load.ClosedLoop closed) {
            open = false;
            think = new Sampler(closed.think(), seeds.split());
            backOff = new Sampler(closed.backOff(), seeds.split());
            sentAt = new double[closed.users()];
            leg = new double[closed.users()];
            for (int user = 0; user < sentAt.length; user++) {
                call(
                        user,
                        seeds.nextDouble()
                                * (START_WITHIN_NANOS + closed.think().meanNanos()));
            }
        } else {
            open = true;
            think = new Sampler(((Load.OpenLoop) load).interArrival(), seeds.split());
            backOff = think;
            sentAt = new double[1];
            leg = new double[1];
            agenda.at(think.next(), Agenda.CALL, 0);
        }
    }

    /** A call has arrived: the next of an open loop is put on the agenda. */
    void arrived() {
        if (open) {
            leg[0] = network.next() / 2;
            sentAt[0] = agenda.now() - leg[0];
            agenda.at(agenda.now() + think.next(), Agenda.CALL, 0);
        }
    }

    double sentAt(int user) {
        return sentAt[user];
    }

    double leg(int user) {
        return leg[user];
    }

    /** An answer is on its way back to the user. */
    void answered(int user, double returnLeg, boolean failed) {
        if (!open) {
            call(user, agenda.now() + returnLeg + think.next() + (failed ? backOff.next() : 0));
        }
    }

    private void call(int user, double moment) {
        leg[user] = network.next() / 2;
        sentAt[user] = moment;
        agenda.at(moment + leg[user], Agenda.CALL, user);
    }
}
