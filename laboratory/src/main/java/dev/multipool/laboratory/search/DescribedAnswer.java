package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.session.Session;
import java.util.Optional;

/**
 * The answer of a search, or why there is none.
 *
 * @param service its name
 * @param session what was measured
 * @param leftOut what could not be
 */
record DescribedAnswer(String service, Session session, LeftOut leftOut) {
    Answer of(Optional<Candidate> chosen) {
        return chosen.map(best -> Answer.of(session.objective(), best, session.cores(), sentence(best)))
                .orElseGet(this::none);
    }

    private Answer none() {
        if (session.runs().isEmpty()) {
            NoAnswer why = leftOut.isEmpty() ? NoAnswer.outOfTime() : NoAnswer.everySettingLeftOut(leftOut.size());
            return Answer.none(session.objective(), session.cores(), why, why.reason());
        }
        return Answer.noneOf(
                session.objective(),
                PointSummary.of(session.runs()),
                session.cores(),
                leftOut.isEmpty()
                        ? "nothing that was measured keeps "
                                + session.objective().describe()
                        : "nothing keeps " + session.objective().describe() + "; left out: " + leftOut.lines());
    }

    private String sentence(Candidate best) {
        return service + ": " + best.variant().name() + " under "
                + best.point().settings().load().demand().describe() + ", "
                + Figure.perSecond(best.throughput()) + " TPS, TP99 " + Figure.millis(best.p99Millis())
                + " ms, measured on " + session.cores().describeServerCores();
    }
}
