package dev.multipool.perf.experiment;

import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Looks for the most users of a closed loop under which one server keeps the objective and answers every call.
 *
 * <p>Users that were tried tell where the objective breaks first; between there and the most users below that kept it
 * the distance is halved until it is a tenth or one user. A point of which no run counts is left out. The server stays
 * from load to load.
 *
 * <p><b>Threads:</b> one.
 */
public final class UserSearch {
    private static final int CLOSE = 10;

    private final Session session;
    private final IntFunction<RunSettings> atUsers;
    private final NavigableMap<Integer, Candidate> tried = new TreeMap<>();
    private final List<PointSummary> points = new ArrayList<>();

    /**
     * A search.
     *
     * @param atUsers the point of the server under so many users
     */
    public UserSearch(Session session, IntFunction<RunSettings> atUsers) {
        this.session = session;
        this.atUsers = atUsers;
    }

    /**
     * What was found.
     *
     * @param users the most that kept the objective; 0 when none did
     * @param most its point; empty when none kept it
     * @param brokenBy the fewest that broke it; empty when none did
     * @param points every point tried, in the order in which they were
     */
    public record Boundary(
            int users, Optional<Candidate> most, Optional<Integer> brokenBy, List<PointSummary> points) {}

    /** Tries all of these users, then narrows the boundary down. */
    public Boundary among(List<Integer> users) throws InterruptedException {
        for (int each : users) {
            attempt(each);
        }
        return narrow();
    }

    /** Tries these users, the fewest first, until the objective breaks, then narrows the boundary down. */
    public Boundary upwards(List<Integer> users) throws InterruptedException {
        for (int each : users) {
            attempt(each);
            if (firstBroken().isPresent()) {
                break;
            }
        }
        return narrow();
    }

    private Boundary narrow() throws InterruptedException {
        boolean told = true;
        while (told && firstBroken().isPresent()) {
            int broken = firstBroken().get();
            int kept = mostKept();
            if (broken - kept <= Math.max(1, kept / CLOSE)) {
                break;
            }
            told = attempt((kept + broken) / 2);
        }
        int kept = mostKept();
        return new Boundary(kept, Optional.ofNullable(tried.get(kept)), firstBroken(), List.copyOf(points));
    }

    /** False when no run counts. */
    private boolean attempt(int users) throws InterruptedException {
        List<PointSummary> measured = session.screen(List.of(atUsers.apply(users)));
        points.addAll(measured);
        List<Candidate> counts = Candidate.of(measured);
        counts.forEach(candidate -> tried.put(users, candidate));
        return !counts.isEmpty();
    }

    private Optional<Integer> firstBroken() {
        return tried.entrySet().stream()
                .filter(users -> !keeps(users.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private int mostKept() {
        Optional<Integer> broken = firstBroken();
        NavigableMap<Integer, Candidate> below = broken.isPresent() ? tried.headMap(broken.get(), false) : tried;
        return below.isEmpty() ? 0 : below.lastKey();
    }

    private boolean keeps(Candidate candidate) {
        return session.objective().isMetBy(candidate.p99Millis())
                && candidate.figures().failedPerSecond().max() == 0;
    }
}
