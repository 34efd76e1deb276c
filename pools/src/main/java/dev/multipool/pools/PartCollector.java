package dev.multipool.pools;

import dev.multipool.pools.LedgerCell.Kind;
import dev.multipool.pools.LedgerCell.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Takes one kind of part out of all cells of a ledger and adds them up; belongs to the ledger's reader. */
final class PartCollector {

    /** What was added up so far. */
    final Part total;

    private final Kind kind;
    private final ArrayDeque<Part> spares = new ArrayDeque<>();
    private final List<Part> taken = new ArrayList<>();

    PartCollector(Kind kind) {
        this.kind = kind;
        this.total = new Part(kind);
    }

    /** Makes the empty parts that {@link #take} will need, so that taking is quick. */
    void prepare(int cells) {
        while (spares.size() < cells) {
            spares.add(new Part(kind));
        }
    }

    /** Swaps the part of each cell for an empty one. */
    void take(LedgerCell[] cells) {
        prepare(cells.length);
        for (LedgerCell cell : cells) {
            cell.acquireForReader();
            taken.add(cell.swap(kind, spares.remove()));
            cell.release();
        }
    }

    /** Adds what was taken to the total. */
    void addUp() {
        for (Part part : taken) {
            part.moveTo(total);
            spares.add(part);
        }
        taken.clear();
    }
}
