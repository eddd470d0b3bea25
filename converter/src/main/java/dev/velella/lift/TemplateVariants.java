package dev.velella.lift;

import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.OpenTerm;
import dev.velella.rdf.StatementTable;
import dev.velella.rdf.StatementTemplate;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a template that remain if some of its terms are missing. If none of them has a value of the payload,
 * none remains, because the others say nothing about it. Payloads of one kind of device mostly miss
 * the same values, so the statements for each set of missing terms are kept. Thread-safe.
 */
final class TemplateVariants {
    /** Number of sets of missing terms that are kept. */
    private static final int MOST = 64;

    /** Places of the terms of all statements, as {@link StatementTemplate} has them. */
    private final int[] places;

    private final @Nullable Value[] constants;
    private final @Nullable OpenTerm[] open;

    /** Whether a term has a value of the payload. */
    private final BitSet ofPayload;

    private final Variant whole;
    private final Map<BitSet, Variant> others = new ConcurrentHashMap<>();

    /**
     * Statements without those that miss a term.
     *
     * @param terms the place in the whole template of each term
     * @param isWhole whether all terms are there, at their own places
     */
    @SuppressWarnings("ArrayRecordComponent") // private, and not changed
    private record Variant(StatementTemplate template, int[] terms, boolean isWhole) {
        FilledStatements fill(@Nullable Value[] values) {
            if (isWhole) {
                return template.fill(values);
            }
            Value[] filled = new Value[terms.length];
            for (int i = 0; i < filled.length; i++) {
                filled[i] = values[terms[i]];
            }
            return template.fill(filled);
        }
    }

    /**
     * @param constants the terms of the template; null for a term with holes
     * @param open the kinds of terms with holes; null for a term without
     * @param ofPayload places of the terms that have a value of the payload; if there are none, every payload gives the same
     *     statements
     * @param places places of the terms of all statements, as {@link StatementTemplate} has them
     */
    TemplateVariants(@Nullable Value[] constants, @Nullable OpenTerm[] open, BitSet ofPayload, int[] places) {
        this.ofPayload = ofPayload;
        this.constants = constants;
        this.open = open;
        this.places = places;
        whole = variant(new BitSet());
    }

    /** The statements with these terms. A statement is left out if one of its terms is null. */
    FilledStatements fill(@Nullable Value[] values) {
        BitSet missing = null;
        for (int place = 0; place < values.length; place++) {
            if (values[place] == null) {
                missing = missing == null ? new BitSet() : missing;
                missing.set(place);
            }
        }
        return missing == null ? whole.fill(values) : without(missing).fill(values);
    }

    private Variant without(BitSet missing) {
        Variant known = others.get(missing);
        if (known == null) {
            known = variant(missing);
            if (others.size() < MOST) {
                others.put(missing, known);
            }
        }
        return known;
    }

    private Variant variant(BitSet missing) {
        int[] kept = new int[places.length];
        int length = 0;
        boolean isOfPayload = saysSomething(missing);
        for (int at = 0; at < places.length; at += StatementTable.POSITIONS) {
            if (isOfPayload && isComplete(at, missing)) {
                System.arraycopy(places, at, kept, length, StatementTable.POSITIONS);
                length += StatementTable.POSITIONS;
            }
        }
        int[] numbers = new int[constants.length];
        Arrays.fill(numbers, -1);
        int[] terms = new int[constants.length];
        int count = 0;
        for (int i = 0; i < length; i++) {
            int place = kept[i];
            if (place == StatementTemplate.DEFAULT_GRAPH) {
                continue;
            }
            if (numbers[place] < 0) {
                numbers[place] = count;
                terms[count] = place;
                count++;
            }
            kept[i] = numbers[place];
        }
        @Nullable Value[] own = new @Nullable Value[count];
        @Nullable OpenTerm[] ownOpen = new @Nullable OpenTerm[count];
        for (int i = 0; i < count; i++) {
            own[i] = constants[terms[i]];
            ownOpen[i] = open[terms[i]];
        }
        boolean isWhole = count == constants.length;
        for (int i = 0; i < count; i++) {
            isWhole &= terms[i] == i;
        }
        return new Variant(
                new StatementTemplate(own, ownOpen, Arrays.copyOf(kept, length)), Arrays.copyOf(terms, count), isWhole);
    }

    /** Whether a statement remains that has a value of the payload. */
    private boolean saysSomething(BitSet missing) {
        for (int at = 0; at < places.length; at += StatementTable.POSITIONS) {
            if (isComplete(at, missing) && hasValue(at)) {
                return true;
            }
        }
        return ofPayload.isEmpty();
    }

    private boolean hasValue(int at) {
        for (int i = at; i < at + StatementTable.POSITIONS; i++) {
            if (places[i] != StatementTemplate.DEFAULT_GRAPH && ofPayload.get(places[i])) {
                return true;
            }
        }
        return false;
    }

    private boolean isComplete(int at, BitSet missing) {
        for (int i = at; i < at + StatementTable.POSITIONS; i++) {
            if (places[i] != StatementTemplate.DEFAULT_GRAPH && missing.get(places[i])) {
                return false;
            }
        }
        return true;
    }
}
