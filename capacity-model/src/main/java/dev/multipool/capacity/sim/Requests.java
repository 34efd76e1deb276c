package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.Tasks.Outcome;
import dev.multipool.pools.admission.AdaptiveAdmission;
import org.jspecify.annotations.Nullable;

/** The life of a request from its arrival at the server to its answer. */
final class Requests {

    private final SimulatedService service;
    private final Tasks tasks;
    private final Agenda agenda;
    private final Cores cores;
    private final Execution execution;
    private final Clients clients;
    private final Recorder recorder;
    private final @Nullable AdaptiveAdmission admission;
    private final @Nullable Sampler pauses;
    private final int maxConnections;
    private final int acceptCount;
    private final double deadlineNanos;
    private final IntQueue accepting = new IntQueue();
    private final IntQueue timed = new IntQueue();
    private int connected;
    private long completed;
    private boolean paused;

    Requests(World world, Execution execution, Clients clients, Recorder recorder) {
        this.service = world.service();
        this.tasks = world.tasks();
        this.agenda = world.agenda();
        this.cores = world.cores();
        this.execution = execution;
        this.clients = clients;
        this.recorder = recorder;
        Door door = service.door();
        this.admission = door.admission()
                .map(settings -> new AdaptiveAdmission(settings, () -> (long) agenda.now()))
                .orElse(null);
        this.maxConnections =
                door.connections().map(Door.Connections::maxConnections).orElse(Integer.MAX_VALUE);
        this.acceptCount = door.connections().map(Door.Connections::acceptCount).orElse(0);
        this.deadlineNanos = door.deadline().map(d -> (double) d.toNanos()).orElse(Double.POSITIVE_INFINITY);
        this.pauses = service.gc()
                .map(gc -> new Sampler(gc.pause(), world.seeds().split()))
                .orElse(null);
    }

    /** Returns the requests in the server. */
    int present() {
        return connected;
    }

    void arrive(int user) {
        clients.arrived();
        int request = tasks.newRequest(user, clients.sentAt(user), clients.leg(user));
        if (connected < maxConnections) {
            enter(request);
        } else if (accepting.size() < acceptCount) {
            accepting.add(request);
        } else {
            turnAway(request, Outcome.REFUSED);
        }
    }

    /** The oldest deadline is due; those of requests that are gone are skipped. */
    void deadline() {
        int request = timed.removeOldest();
        if (!tasks.answered[request]) {
            tasks.fail(request, Outcome.TIMED_OUT);
            answer(request);
            execution.endJoins(request);
        }
        tasks.leave(request);
        planDeadline();
    }

    /** Answers the requests whose programs have ended, and lets others in. */
    void answerEnded() {
        IntQueue ended = execution.ended();
        while (!ended.isEmpty()) {
            int request = ended.removeOldest();
            boolean asAsked = tasks.outcome[request] == Outcome.AS_ASKED;
            if (!tasks.answered[request]) {
                answer(request);
            }
            tellAdmission(request);
            if (asAsked) {
                collectGarbage();
            }
            tasks.leave(request);
            connected--;
            if (!accepting.isEmpty()) {
                enter(accepting.removeOldest());
            }
        }
    }

    void resume() {
        paused = false;
        cores.resume(agenda.now());
    }

    private void enter(int request) {
        if (admission != null && !admission.tryAdmit()) {
            turnAway(request, Outcome.NOT_ADMITTED);
            return;
        }
        connected++;
        tasks.arrivedAt[request] = agenda.now();
        if (deadlineNanos < Double.POSITIVE_INFINITY) {
            // the row is kept until the deadline has been looked at
            tasks.live[request]++;
            timed.add(request);
            if (timed.size() == 1) {
                planDeadline();
            }
        }
        execution.ready(request);
    }

    private void planDeadline() {
        if (!timed.isEmpty()) {
            agenda.at(tasks.arrivedAt[timed.oldest()] + deadlineNanos, Agenda.DEADLINE, 0);
        }
    }

    private void turnAway(int request, Outcome why) {
        tasks.fail(request, why);
        answer(request);
        tasks.leave(request);
    }

    private void answer(int request) {
        tasks.answered[request] = true;
        Outcome outcome = tasks.outcome[request];
        double leg = tasks.returnLeg[request];
        recorder.answered(outcome, agenda.now() - tasks.sentAt[request] + leg);
        clients.answered(tasks.user[request], leg, outcome != Outcome.AS_ASKED);
    }

    private void tellAdmission(int request) {
        if (admission == null) {
            return;
        }
        switch (tasks.outcome[request]) {
            case AS_ASKED, TIMED_OUT -> admission.completed(0, (long) (agenda.now() - tasks.arrivedAt[request]));
            default -> admission.withdrawn();
        }
    }

    private void collectGarbage() {
        if (pauses == null) {
            return;
        }
        GcPauses gc = service.gc().orElseThrow();
        if (++completed % gc.everyRequests() == 0 && !paused) {
            paused = true;
            cores.pause(agenda.now(), gc.busyCores());
            agenda.at(agenda.now() + pauses.next(), Agenda.RESUME, 0);
        }
    }
}
