package dev.multipool.bench.app;

import dev.multipool.bench.report.IntervalLog;
import dev.multipool.bench.report.JunitReport;
import dev.multipool.bench.report.SearchCsv;
import dev.multipool.bench.result.LoadIntervals;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.WholeFile;
import dev.multipool.bench.search.SearchResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a search leaves in files.
 *
 * @param atLastPass of the runs at the last pass, in their order; empty when there is none
 * @param began when the first run did
 * @param took all runs together
 */
record SearchOutput(SearchResult result, List<LoadIntervals> atLastPass, Instant began, Duration took)
        implements OutputOptions.Contents {
    @Override
    public void json(Path file) throws IOException {
        WholeFile.write(file, LoadResultJson.documentToJson(result) + "\n");
    }

    @Override
    public void csv(Path file) throws IOException {
        WholeFile.write(file, SearchCsv.render(result));
    }

    @Override
    public void hlog(Path file) throws IOException {
        IntervalLog.write(atLastPass, file);
    }

    @Override
    public void junit(Path file) throws IOException {
        WholeFile.write(file, JunitReport.ofSearch(result, began, took));
    }
}
