package dev.multipool.bench.app;

import dev.multipool.bench.report.IntervalCsv;
import dev.multipool.bench.report.IntervalLog;
import dev.multipool.bench.report.JunitReport;
import dev.multipool.bench.result.LoadIntervals;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.WholeFile;
import dev.multipool.capacity.Objective;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run leaves in files.
 *
 * @param objective without one there is no test case, which {@link OutputOptions#check} sees to
 */
record RunOutput(
        LoadResult result,
        LoadIntervals intervals,
        @Nullable Objective objective) implements OutputOptions.Contents {
    @Override
    public void json(Path file) throws IOException {
        LoadResultJson.write(result, file);
    }

    @Override
    public void csv(Path file) throws IOException {
        WholeFile.write(file, IntervalCsv.render(result, intervals));
    }

    @Override
    public void hlog(Path file) throws IOException {
        IntervalLog.write(List.of(intervals), file);
    }

    @Override
    public void junit(Path file) throws IOException {
        if (objective != null) {
            WholeFile.write(
                    file,
                    JunitReport.ofRun(ResultTable.describe(result.setup().plan().load()), objective, result));
        }
    }
}
