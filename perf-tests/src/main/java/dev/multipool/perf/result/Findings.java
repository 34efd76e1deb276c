package dev.multipool.perf.result;

import java.util.List;

/**
 * What an experiment makes of its runs.
 *
 * @param answer what it recommends
 * @param sentences what else it found, one sentence each
 * @param tables figures put side by side
 */
public record Findings(Answer answer, List<String> sentences, List<Table> tables) {
    public Findings {
        sentences = List.copyOf(sentences);
        tables = List.copyOf(tables);
    }
}
