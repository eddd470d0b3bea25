package dev.velella.jelly.write;

import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.StatementTable;
import dev.velella.rdf.StatementTemplate;
import dev.velella.rdf.TermCasts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one template on one dictionary that decides about the form of its frames: which rows there are, and
 * what they hold except for the texts of values.
 *
 * <p>The template says the kinds of open terms, with datatypes and language tags. The rest of the form follows from these
 * facts:
 *
 * <ul>
 *   <li>the ids of all IRIs. Constants of the dictionary always have the same ids. All other IRIs are looked up for each
 *       frame, in the order of their first use, because an entry of the frame itself gets its id in that order;
 *   <li>which terms are equal to the term of the row before. IRIs are equal if their ids are. The labels of
 *       literals are compared;
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class TemplateShape {
    /** Number of forms that are remembered for a template. */
    private static final int MOST_FORMS = 32;

    private static final long NONE = -1;

    /** Stands for a form that was met once. */
    private static final Object MET = new Object();

    /** Stands for a form whose frames must be written statement by statement. */
    private static final Object UNKNOWN = new Object();

    private final TermEncoder terms;
    private final StatementTemplate template;
    private final Map<String, String> namespaces;

    /** The place of each IRI that is looked up; negative for a constant. */
    private final int[] places;

    private final int[] uses;
    private final boolean[] open;
    private final int firstName;
    private final int firstPrefix;
    /** Characters of all uses of the constants and of the last values. */
    private long text;

    /**
     * The last values of open IRIs, and the entries of all IRIs that are looked up. The element type of the values is Object,
     * because otherwise the JVM would check the type of each value that is stored.
     */
    private final @Nullable Object[] lastIris;

    private final CachedIri[] entries;

    /** References of the last values whose entries are all in the dictionary; else {@link #NONE}. */
    private final long[] references;

    /** Pairs of places of literals that follow each other. */
    private final int[] pairs;

    /** The facts that are looked up, and those that were looked up last. */
    private long[] form;

    private long[] lastForm;
    private @Nullable Object lastKnown;
    private final Map<Form, Object> forms = new BoundedMap<>(MOST_FORMS);

    /** The facts of a frame, as a key. */
    private final class Form {
        private final long[] facts;

        Form(long[] facts) {
            this.facts = facts;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Form that && Arrays.equals(facts, that.facts);
        }

        /** A hash of the facts about pairs only, because ids hardly ever differ. */
        @Override
        public int hashCode() {
            int hash = 1;
            for (int i = places.length; i < facts.length; i++) {
                hash = 31 * hash + (int) facts[i];
            }
            return hash;
        }
    }

    /**
     * Looks up the constants of a template, while the tables hold the dictionary and nothing else.
     *
     * @param values of the first frame
     * @param written the namespaces that each frame begins with
     * @param namespaces the namespaces of the graph
     */
    TemplateShape(
            TermEncoder terms, FilledStatements values, Map<String, String> written, Map<String, String> namespaces) {
        this.terms = terms;
        this.namespaces = namespaces;
        template = values.template();
        firstName = terms.lastNameEntry() + 1;
        firstPrefix = terms.lastPrefixEntry() + 1;
        Uses found = new Uses(values);
        new TreeMap<>(written).values().forEach(found::constant);
        found.statements();
        places = found.places.stream().mapToInt(Integer::intValue).toArray();
        entries = found.entries.toArray(CachedIri[]::new);
        lastIris = new @Nullable Object[places.length];
        references = new long[places.length];
        Arrays.fill(references, NONE);
        open = new boolean[places.length];
        uses = new int[places.length];
        for (int i = 0; i < places.length; i++) {
            open[i] = places[i] >= 0;
            uses[i] = open[i] ? template.uses(places[i]) : 0;
        }
        text = found.constantText;
        for (int i = 0; i < places.length; i++) {
            text += (long) uses[i] * entries[i].iri.length();
        }
        pairs = found.pairs.stream().mapToInt(Integer::intValue).toArray();
        form = new long[places.length + pairs.length / 2];
        lastForm = new long[form.length];
    }

    /** The IRIs, literals and pairs of a template, in the order in which a frame uses them. */
    private final class Uses {
        private final FilledStatements values;
        private final boolean[] met;
        private final Set<String> metConstants = new HashSet<>();
        private final List<Integer> places = new ArrayList<>();
        private final List<CachedIri> entries = new ArrayList<>();
        private final List<Integer> pairs = new ArrayList<>();
        private long constantText;

        Uses(FilledStatements values) {
            this.values = values;
            met = new boolean[template.terms()];
        }

        void statements() {
            for (int row = 0; row < template.rows(); row++) {
                for (int position = 0; position < StatementTable.POSITIONS; position++) {
                    int place = template.place(row, position);
                    if (place != StatementTemplate.DEFAULT_GRAPH && !met[place]) {
                        met[place] = true;
                        meet(place);
                    }
                }
                if (row > 0) {
                    pair(template.place(row - 1, StatementTable.OBJECT), template.place(row, StatementTable.OBJECT));
                }
            }
        }

        private void meet(int place) {
            Value constant = template.constant(place);
            if (constant != null) {
                constant(constant, template.uses(place));
            } else if (values.term(place).isIRI()) {
                places.add(place);
                entries.add(terms.known(values.term(place).stringValue()));
            }
        }

        private void constant(Value term, int uses) {
            if (term.isIRI()) {
                constantText += (long) uses * term.stringValue().length();
                constant(term.stringValue());
            } else if (term.isTriple()) {
                Triple triple = (Triple) term;
                constant(triple.getSubject(), uses);
                constant(triple.getPredicate(), uses);
                constant(triple.getObject(), uses);
            }
        }

        /** A constant IRI. Those of the dictionary need no look-up for each frame. */
        void constant(String iri) {
            if (metConstants.add(iri) && !terms.isInDictionary(terms.known(iri))) {
                places.add(-1);
                entries.add(terms.known(iri));
            }
        }

        /** Two literals that follow each other, and that values can make equal: with one datatype and language tag. */
        private void pair(int before, int after) {
            boolean isSame = before == after;
            boolean isConstant = template.constant(before) != null && template.constant(after) != null;
            if (!isSame
                    && !isConstant
                    && values.term(before).isLiteral()
                    && values.term(after).isLiteral()
                    && isOfOneKind(TermCasts.literal(values.term(before)), TermCasts.literal(values.term(after)))) {
                pairs.add(before);
                pairs.add(after);
            }
        }

        private static boolean isOfOneKind(Literal one, Literal other) {
            return one.getDatatype().equals(other.getDatatype())
                    && one.getLanguage().equals(other.getLanguage());
        }
    }

    /** Whether this is about a template with these namespaces. */
    @SuppressWarnings("ReferenceEquality") // templates are equal only to themselves; other maps are compared
    boolean isOf(StatementTemplate other, Map<String, String> otherNamespaces) {
        return template == other && (namespaces == otherNamespaces || namespaces.equals(otherNamespaces));
    }

    /**
     * Looks up the facts of a frame.
     *
     * @return false if the frame must be written statement by statement; its errors come then, too
     */
    boolean look(FilledStatements values) {
        terms.beginRow();
        long entryText = 0;
        for (int i = 0; i < places.length; i++) {
            if (open[i]) {
                take(i, values.term(places[i]));
            }
            long reference = references[i];
            if (reference == NONE) {
                CachedIri entry = entries[i];
                reference = terms.assign(entry);
                if (reference == TermEncoder.NO_ROOM || entry.iri.length() > terms.maxIri()) {
                    return false;
                }
                if ((int) reference >= firstName || (int) (reference >>> 32) >= firstPrefix) {
                    entryText += 3L * entry.iri.length();
                } else {
                    references[i] = reference;
                }
            }
            form[i] = reference;
        }
        if (text > terms.maxText() || entryText > terms.roomForText()) {
            return false;
        }
        for (int i = 0; i < pairs.length; i += 2) {
            String before = TermCasts.literal(values.term(pairs[i])).getLabel();
            String after = TermCasts.literal(values.term(pairs[i + 1])).getLabel();
            form[places.length + i / 2] = before.equals(after) ? 1 : 0;
        }
        find();
        return true;
    }

    /** Takes the next value of an open IRI. */
    @SuppressWarnings("ReferenceEquality") // another object is looked up by its text
    private void take(int i, Value iri) {
        if (iri != lastIris[i]) {
            CachedIri entry = terms.known(iri.stringValue());
            text += (long) uses[i] * (entry.iri.length() - entries[i].iri.length());
            entries[i] = entry;
            lastIris[i] = iri;
            references[i] = NONE;
        }
    }

    private void find() {
        if (lastKnown instanceof TemplateFrame && Arrays.equals(form, lastForm)) {
            return;
        }
        long[] facts = form;
        form = lastForm;
        lastForm = facts;
        lastKnown = forms.get(new Form(facts));
        if (lastKnown == null) {
            forms.put(new Form(facts.clone()), MET);
        }
    }

    /** The frame from which the next one is written; null if there is none. */
    @Nullable
    TemplateFrame frame() {
        return lastKnown instanceof TemplateFrame known ? known : null;
    }

    /** The IRIs of the frame whose facts were looked up last. */
    CachedIri[] iris() {
        return entries;
    }

    /** Whether the frame of the facts that were looked up last shall be remembered. */
    @SuppressWarnings("ReferenceEquality") // a mark
    boolean isWanted() {
        return lastKnown == MET;
    }

    /** Remembers the frame of the facts that were looked up last. */
    void remember(FilledStatements values, byte[] frame) {
        TemplateFrame cut = TemplateFrameParts.cut(
                frame, values, owners(firstName, false), owners(firstPrefix, true), open, terms.roomForDatatypes());
        lastKnown = cut == null ? UNKNOWN : cut;
        forms.put(new Form(lastForm.clone()), lastKnown);
    }

    /** The IRIs that bring the entries of the frame itself, in the order of the entries. */
    private int[] owners(int first, boolean isPrefix) {
        List<Integer> owners = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            int id = (int) (isPrefix ? lastForm[i] >>> 32 : lastForm[i]);
            if (id == first + owners.size()) {
                owners.add(i);
            }
        }
        return owners.stream().mapToInt(Integer::intValue).toArray();
    }
}
