package dev.multipool.pools.internal.ledger;

import dev.multipool.pools.internal.ledger.LedgerCell.Kind;
import dev.multipool.pools.internal.ledger.LedgerCell.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;

/** Takes one kind of part out of all cells of a ledger and adds them up; belongs to the ledger's reader. */
final class PartCollector {

    /** What was added up so far. */
    final Part total;

    private final Kind kind;
    private final int digits;
    private final ArrayDeque<Part> spares = new ArrayDeque<>();
    private final ArrayList<Part> taken = new ArrayList<>();

    PartCollector(Kind kind, int digits) {
        this.kind = kind;
        this.digits = digits;
        this.total = new Part(kind, digits);
    }

    /** Makes the empty parts, and the room, that {@link #take} will need, so that taking is quick and can't fail. */
    void prepare(int cells) {
        while (spares.size() < cells) {
            spares.add(new Part(kind, digits));
        }
        taken.ensureCapacity(taken.size() + cells);
    }

    /** Swaps the part of each cell for an empty one. */
    void take(LedgerCell[] cells) {
        prepare(cells.length);
        for (LedgerCell cell : cells) {
            cell.acquireForReader();
            try {
                taken.add(cell.swap(kind, spares.remove()));
            } finally {
                cell.release();
            }
        }
    }

    /** Adds what was taken to the total. What can't be added for want of memory is kept for the next time. */
    void addUp() {
        while (!taken.isEmpty()) {
            int last = taken.size() - 1;
            Part part = taken.get(last);
            part.moveTo(total);
            taken.remove(last);
            spares.add(part);
        }
    }
}
