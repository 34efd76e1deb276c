package dev.multipool.laboratory.result;

import java.util.List;

/**
 * What an experiment makes of its runs.
 *
 * @param answer what it recommends
 * @param findings what else it found
 * @param tables figures put side by side
 */
public record Findings(Answer answer, List<Finding> findings, List<Table> tables) {
    public Findings {
        findings = List.copyOf(findings);
        tables = List.copyOf(tables);
    }
}
