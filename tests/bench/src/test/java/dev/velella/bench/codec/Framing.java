package dev.velella.bench.codec;

import dev.velella.jelly.format.TableSizes;
import java.util.Locale;

/** How a stream of graphs or patches is cut into messages. Formats without lookup tables take no notice. */
public enum Framing {
    /** One codec state runs through the whole stream; BIG tables. */
    STATEFUL(TableSizes.BIG),
    /** Every message stands alone; BIG tables. */
    BIG(TableSizes.BIG),
    /** Every message stands alone; SMALL tables. */
    SMALL(TableSizes.SMALL);

    private final TableSizes sizes;

    Framing(TableSizes sizes) {
        this.sizes = sizes;
    }

    TableSizes sizes() {
        return sizes;
    }

    boolean isStateful() {
        return this == STATEFUL;
    }

    /** As it stands in the names of scenarios and figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
