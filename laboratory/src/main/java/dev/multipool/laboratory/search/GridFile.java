package dev.multipool.laboratory.search;

import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.session.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * The file of a grid's windows.
 *
 * @param session whose runs they are
 * @param judge of each window
 * @param leftOut what has no window
 * @param knobs the knobs' names, in their order
 */
record GridFile(Session session, WindowJudge judge, LeftOut leftOut, List<String> knobs) {
    /** Writes what there is, so that a grid that is interrupted leaves what it has. */
    void write() {
        List<GridRow> rows = new ArrayList<>();
        session.runs().forEach(run -> rows.add(GridRow.of(run, judge.judge(run).keeps())));
        rows.addAll(leftOut.rows());
        session.keep(
                ResultDirectory.GRID, GridCsv.render(knobs, session.objective().limitMillis(), rows));
    }
}
