package dev.velella.bench.record;

import dev.velella.bench.data.StreamKind;
import dev.velella.jelly.write.StatementOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One way to write the records of a topic, but for the compression of batches.
 *
 * @param format of the values
 * @param interval records from one key frame to the next; 0 where every record stands alone, {@link #DICTIONARY} where
 *     records build on dictionaries
 * @param order of the statements of a frame; formats other than Jelly write what they are given
 * @param special whether the order is not the one that the kind's writer has by default
 * @param texts whether the reader asks for the text of every term, which our decoder makes only then; the others make all
 *     texts anyway
 */
public record RecordVariant(RecordFormat format, int interval, StatementOrder order, boolean special, boolean texts) {
    /** A self-contained one has this interval. */
    static final int SELF_CONTAINED = 0;

    /** One on dictionaries has this interval. */
    static final int DICTIONARY = -1;

    /** Records from one key frame to the next. */
    private static final int INTERVAL = 100;

    /** Those whose bytes differ: asking for texts changes none. */
    public static List<RecordVariant> inBytes(StreamKind kind) {
        return of(kind).stream().filter(variant -> !variant.texts()).toList();
    }

    /** In the order of tables: Jelly self-contained, with key frames and on dictionaries, then the others. */
    public static List<RecordVariant> of(StreamKind kind) {
        List<RecordVariant> variants = new ArrayList<>();
        for (RecordFormat format : RecordFormat.values()) {
            if (format.holds(kind)) {
                variants.addAll(of(format, kind));
            }
        }
        return variants;
    }

    /** Those of one format. */
    public static List<RecordVariant> of(RecordFormat format, StreamKind kind) {
        if (format != RecordFormat.VELELLA) {
            return List.of(new RecordVariant(format, SELF_CONTAINED, StatementOrder.GIVEN, false, false));
        }
        StatementOrder usual = usualOrder(kind);
        List<RecordVariant> variants = new ArrayList<>();
        variants.add(new RecordVariant(format, SELF_CONTAINED, usual, false, false));
        variants.add(new RecordVariant(format, INTERVAL, usual, false, false));
        variants.add(new RecordVariant(format, DICTIONARY, usual, false, false));
        StatementOrder other = usual == StatementOrder.GIVEN ? StatementOrder.DENSE : StatementOrder.GIVEN;
        variants.add(new RecordVariant(format, INTERVAL, usual, false, true));
        variants.add(new RecordVariant(format, INTERVAL, other, true, false));
        return variants;
    }

    /** The converter writes graphs as they come; the diff app writes patches densely. */
    public static StatementOrder usualOrder(StreamKind kind) {
        return kind == StreamKind.GRAPHS ? StatementOrder.GIVEN : StatementOrder.DENSE;
    }

    /** Whether records build on those before them. */
    public boolean isStateful() {
        return interval > 0;
    }

    /** Whether records build on dictionaries, and have one binary header. */
    public boolean isOnDictionaries() {
        return interval == DICTIONARY;
    }

    /** Whether statements come out in another order. */
    public boolean reorders() {
        return order == StatementOrder.DENSE;
    }

    /** As it stands in the names of figures: {@code velella-self-contained}, {@code velella-dictionary}, {@code velella-100-given}. */
    public String label() {
        if (format != RecordFormat.VELELLA) {
            return format.label();
        }
        String order = special ? "-" + order().name().toLowerCase(Locale.ROOT) : "";
        String state = isStateful() ? "-" + interval : isOnDictionaries() ? "-dictionary" : "-self-contained";
        return format.label() + state + order + (texts ? "-texts" : "");
    }
}
