package dev.multipool.capacity.published;

import java.util.List;
import java.util.stream.Stream;

/**
 * Every published figure beside the simulated one. Pure: the same figures at each call; some seconds of computing.
 *
 * <p>The models, what was fitted and how: docs/model.md.
 */
public final class PublishedTables {

    private PublishedTables() {}

    /** Returns the figures of all tables. */
    public static List<PublishedRow> rows() {
        return Stream.of(
                        JsfModel.rows(),
                        NestedPoolsModel.rows(),
                        TomcatModel.rows(),
                        LittlesLawModel.rows(),
                        HystrixModel.rows())
                .flatMap(List::stream)
                .toList();
    }
}
