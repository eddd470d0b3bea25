package dev.velella.jelly.read;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.TermCasts;
import java.util.Arrays;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Turns references into terms. It holds the three lookup tables of a reader, and the running prefix and name.
 *
 * <p>Every kind of term can be read in two ways. The <i>quick</i> methods read the forms that writers usually write,
 * and check ids, lengths and UTF-8. For every other form, right or wrong, they return null; the running prefix and name
 * may have moved then. The other methods read every form that the format allows, and name the problem if there is one.
 *
 * <p>IRIs that were built are kept together with the string objects of the tables from which they were built. They are
 * only used while the tables hold these same objects. There is one exception: the first IRI of a name is found without
 * comparing the name. Therefore it is forgotten when the name is set again; and all these IRIs are forgotten when
 * tables are forgotten, restored or rolled back.
 */
public final class TermDecoder {
    /** An IRI with more characters is not kept, so that a long prefix cannot multiply the memory of the tables. */
    private static final int LONGEST_KEPT = 256;

    /** The running prefix or name where there is none, so that the next reference must be explicit. */
    private static final int NO_ID = -1;

    private final ValueFactory values;

    /** The value factory, if it is one of this project; else null. */
    private final @Nullable LightValueFactory light;

    private final Limits limits;
    private final WireReader in;
    private final EntryTable names = new EntryTable("name", null);
    private final EntryTable prefixes = new EntryTable("prefix", "");
    private final EntryTable datatypes = new EntryTable("datatype", null);
    private final LiteralDecoder literals;
    /**
     * For each name, the IRI that was built first from it. Null once the name is set again. The next array holds the
     * prefixes. The element type is Object, because otherwise the JVM would check the type of each IRI that is stored or
     * copied.
     */
    private @Nullable Object[] iriOfName = new Object[32];

    private @Nullable String[] prefixOfIri = new String[32];

    /** For each name, its entry in the cache. Null once the name is set again, or if the cache does not keep it. */
    private TextCache.@Nullable Known[] knownNames = new TextCache.Known[32];

    /** IRIs of names that occur with more than one prefix. */
    private final BuiltIris iris = new BuiltIris();

    private @Nullable TextCache cache;
    private boolean caching;

    /**
     * Whether the tables were filled again, after a key frame or in another stream. Then names are likely to come again
     * in all frames.
     */
    private boolean begunAgain;

    private boolean generalized;
    private boolean rdfStar;
    private boolean markedGeneralized;
    private boolean markedRdfStar;
    private int lastPrefix;
    private int lastName;
    private int markedPrefix;
    private int markedName;
    private long textBudget;

    /** Whether the tables hold a dictionary, and no more than it and one frame that builds on it. */
    private boolean onDictionary;

    private boolean markedOnDictionary;
    private final OwnEntries own = new OwnEntries();

    /** Tables and running references, for a {@link DecoderState}. */
    record References(
            EntryTable.Entries names,
            EntryTable.Entries prefixes,
            EntryTable.Entries datatypes,
            int lastPrefix,
            int lastName) {}

    TermDecoder(ValueFactory values, Limits limits, WireReader in) {
        this.values = values;
        light = values instanceof LightValueFactory factory ? factory : null;
        this.limits = limits;
        this.in = in;
        literals = new LiteralDecoder(values, in, datatypes);
    }

    /**
     * Begins a frame, and remembers the state. Resets the budget of text that may be built from table entries in one
     * frame.
     */
    void mark() {
        names.mark();
        prefixes.mark();
        datatypes.mark();
        markedPrefix = lastPrefix;
        markedName = lastName;
        markedGeneralized = generalized;
        markedRdfStar = rdfStar;
        markedOnDictionary = onDictionary;
        own.clear();
        textBudget = limits.maxFrameBytes() * 4L;
        caching = begunAgain;
    }

    /** Goes back to the mark. */
    void rollback() {
        forgetIrisOfNames();
        names.rollback();
        prefixes.rollback();
        datatypes.rollback();
        lastPrefix = markedPrefix;
        lastName = markedName;
        generalized = markedGeneralized;
        rdfStar = markedRdfStar;
        onDictionary = markedOnDictionary;
    }

    /** Forgets the stream; can be rolled back. */
    void forget() {
        forgetIrisOfNames();
        begunAgain |= names.highest() > 0;
        names.forget();
        prefixes.forget();
        datatypes.forget();
        lastPrefix = 0;
        lastName = 0;
        onDictionary = false;
        caching = true;
    }

    /**
     * Estimated memory of the tables, in bytes: their strings, the strings of the stream before, and the IRIs built of
     * them.
     */
    public long stateBytes() {
        return 2 * (names.stateBytes() + prefixes.stateBytes() + datatypes.stateBytes()) + iris.bytes();
    }

    /** Makes the present entries those of the dictionary, and forgets the running prefix and name. */
    void fix() {
        begunAgain = true;
        onDictionary = true;
        names.fix();
        prefixes.fix();
        datatypes.fix();
        forgetRunning();
    }

    /** Forgets everything since the dictionary. */
    void cutBack() {
        int from = Math.min(iriOfName.length, names.base() + 1);
        int to = Math.min(iriOfName.length, names.highest() + 1);
        Arrays.fill(iriOfName, from, to, null);
        Arrays.fill(knownNames, from, to, null);
        names.cutBack();
        prefixes.cutBack();
        datatypes.cutBack();
        forgetRunning();
    }

    private void forgetRunning() {
        lastPrefix = prefixes.hasRoom() ? NO_ID : 0; // without prefix table there are no prefix ids to write
        lastName = NO_ID;
    }

    /** Whether the frame builds on a dictionary. */
    boolean isOnDictionary() {
        return onDictionary;
    }

    /** Which of a prefix and a name are outside of the dictionary, as bits of {@link OwnEntries}. */
    int ownEntries(int prefix, int name) {
        int entries = 0;
        if (name > names.base()) {
            entries |= OwnEntries.bit(0, name - names.base());
        }
        if (prefix > prefixes.base()) {
            entries |= OwnEntries.bit(1, prefix - prefixes.base());
        }
        return entries;
    }

    /** The bit of {@link OwnEntries} of a datatype, if it is outside of the dictionary; else 0. */
    int ownDatatype(int id) {
        return id > datatypes.base() ? OwnEntries.bit(2, id - datatypes.base()) : 0;
    }

    /** Entries that this frame has set beside those of the dictionary. */
    OwnEntries own() {
        return own;
    }

    /** Whether this frame has overwritten an entry. */
    boolean hasReplaced() {
        return names.hasReplaced() || prefixes.hasReplaced() || datatypes.hasReplaced();
    }

    /** Takes the table sizes and flags of a new stream. */
    void begin(OptionsRow options) {
        names.setCapacity(options.names());
        prefixes.setCapacity(options.prefixes());
        datatypes.setCapacity(options.datatypes());
        setFlags(options);
    }

    private void setFlags(OptionsRow options) {
        generalized = options.generalized();
        rdfStar = options.rdfStar();
    }

    private void forgetIrisOfNames() {
        int end = Math.min(iriOfName.length, names.highest() + 1);
        Arrays.fill(iriOfName, 0, end, null);
        Arrays.fill(knownNames, 0, end, null);
    }

    References snapshot() {
        return new References(names.snapshot(), prefixes.snapshot(), datatypes.snapshot(), lastPrefix, lastName);
    }

    void restore(References references, @Nullable OptionsRow options) {
        forgetIrisOfNames();
        names.restore(references.names);
        prefixes.restore(references.prefixes);
        datatypes.restore(references.datatypes);
        lastPrefix = references.lastPrefix;
        lastName = references.lastName;
        onDictionary = false;
        if (options != null) {
            setFlags(options);
        }
    }

    // ---- entry rows

    void nameEntry(int end) {
        entry(names, end);
        nameWasSet();
    }

    void prefixEntry(int end) {
        entry(prefixes, end);
    }

    void datatypeEntry(int end) {
        entry(datatypes, end);
    }

    private void nameWasSet() {
        int id = names.lastSet();
        if (id < iriOfName.length) {
            iriOfName[id] = null;
            knownNames[id] = null;
        }
    }

    private void nameWasSet(TextCache.Known known) {
        int id = names.lastSet();
        growTo(id);
        iriOfName[id] = known.iri;
        prefixOfIri[id] = known.prefix;
        knownNames[id] = known;
    }

    private void growTo(int name) {
        if (name >= iriOfName.length) {
            int length = names.texts().length;
            iriOfName = Arrays.copyOf(iriOfName, length);
            prefixOfIri = Arrays.copyOf(prefixOfIri, length);
            knownNames = Arrays.copyOf(knownNames, length);
        }
    }

    private void entry(EntryTable table, int end) {
        int start = in.position();
        int id = 0;
        String value = "";
        int bytes = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            switch (tag) {
                case 0x08 -> id = in.varint(end);
                case 0x12 -> {
                    int length = in.length(end);
                    int at = in.position();
                    value = in.text(at, length);
                    bytes = length;
                    in.seek(at + length);
                }
                default -> in.skip(tag, end);
            }
        }
        set(table, id, value, bytes, start);
    }

    private void set(EntryTable table, int id, String value, int bytes, int start) {
        int resolved = table.resolve(id);
        if (resolved == 0) {
            throw in.failAt(start, table.outside(id));
        }
        if (resolved <= table.base()) {
            throw in.failAt(start, table.fixed(resolved));
        }
        table.set(resolved, value, bytes);
        if (onDictionary) {
            own.set(table == names ? 0 : table == prefixes ? 1 : 2, resolved - table.base(), value);
        }
        if (names.bytes() + prefixes.bytes() + datatypes.bytes() > limits.maxTableBytes()) {
            throw in.failAt(
                    start, "the lookup tables would hold more than the limit of " + limits.maxTableBytes() + " bytes");
        }
    }

    boolean quickName(byte[] a, int start, int end) {
        return quickEntry(names, a, start, end);
    }

    boolean quickPrefix(byte[] a, int start, int end) {
        return quickEntry(prefixes, a, start, end);
    }

    boolean quickDatatype(byte[] a, int start, int end) {
        return quickEntry(datatypes, a, start, end);
    }

    /**
     * Reads an entry row of the form {@code [08 id] 12 length text}, with id and length of one or two bytes. Returns
     * whether it has this form.
     */
    private boolean quickEntry(EntryTable table, byte[] a, int start, int end) {
        int q = start;
        int id = 0;
        if (end - q < 3) {
            return false;
        }
        if (a[q] == 0x08) {
            id = a[q + 1];
            q += 2;
            if (id < 0) {
                int high = a[q++];
                if (high < 0) {
                    return false;
                }
                id = WireReader.twoBytes(id, high);
            }
        }
        if (end - q < 2 || a[q] != 0x12) {
            return false;
        }
        int length = a[q + 1];
        q += 2;
        if (length < 0) {
            int high = q < end ? a[q++] : -1;
            if (high < 0) {
                return false;
            }
            length = WireReader.twoBytes(length, high);
        }
        if (q + length != end) {
            return false;
        }
        TextCache.Known known = caching ? cache().find(a, q, length, in) : null;
        if (known != null) {
            set(table, id, known.text, length, start);
            if (table == names) {
                nameWasSet(known);
            }
        } else {
            set(table, id, in.text(q, length), length, start);
            if (table == names) {
                nameWasSet();
            }
        }
        return true;
    }

    private TextCache cache() {
        TextCache texts = cache;
        if (texts == null) {
            texts = new TextCache();
            cache = texts;
        }
        return texts;
    }

    // ---- IRIs

    /** Reads the length and the body of an RdfIri. */
    IRI iri(int outer) {
        int start = in.position();
        readReference(in.bodyEnd(outer));
        IRI known = knownIri(lastPrefix, lastName);
        return known != null ? known : makeIri(prefixText(start), nameText(start), start);
    }

    /** Reads an RdfIri as text, for places at which it need not be absolute. */
    String iriText(int outer) {
        int start = in.position();
        readReference(in.bodyEnd(outer));
        return concat(prefixText(start), nameText(start), start);
    }

    private String prefixText(int start) {
        String text = prefixes.get(lastPrefix);
        if (text == null) {
            throw in.failAt(start, prefixes.unset(lastPrefix));
        }
        return text;
    }

    private String nameText(int start) {
        String text = names.get(lastName);
        if (text == null) {
            throw in.failAt(start, names.unset(lastName));
        }
        return text;
    }

    /** Moves the running prefix and name as a reference says. */
    private void readReference(int end) {
        int prefix = 0;
        int name = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            switch (tag) {
                case 0x08 -> prefix = in.varint(end);
                case 0x10 -> name = in.varint(end);
                default -> in.skip(tag, end);
            }
        }
        if (prefix != 0) {
            lastPrefix = prefix;
        }
        lastName = name != 0 ? name : lastName + 1;
    }

    /**
     * Reads the body of an RdfIri of the form {@code [08 prefix] [10 name]}, with ids of one or two bytes. Returns null
     * for other forms.
     *
     * @param length length of the body; the caller has checked that the body is in the frame
     */
    @Nullable
    IRI quickIri(byte[] a, int q, int length) {
        int prefix = lastPrefix;
        int name = lastName + 1;
        switch (length) {
            case 0 -> {}
            case 2 -> {
                int id = a[q + 1];
                if (id <= 0) {
                    return null;
                }
                if (a[q] == 0x10) {
                    name = id;
                } else if (a[q] == 0x08) {
                    prefix = id;
                } else {
                    return null;
                }
            }
            case 3 -> {
                int high = a[q + 2];
                if (a[q + 1] >= 0 || high <= 0) {
                    return null;
                }
                int id = WireReader.twoBytes(a[q + 1], high);
                if (a[q] == 0x10) {
                    name = id;
                } else if (a[q] == 0x08) {
                    prefix = id;
                } else {
                    return null;
                }
            }
            case 4 -> {
                prefix = a[q + 1];
                name = a[q + 3];
                if (a[q] != 0x08 || a[q + 2] != 0x10 || prefix <= 0 || name <= 0) {
                    return null;
                }
            }
            default -> {
                return quickLongIri(a, q, length);
            }
        }
        lastPrefix = prefix;
        lastName = name;
        IRI known = knownIri(prefix, name);
        return known != null ? known : quickMake(prefix, name);
    }

    /**
     * Reads the form {@code 08 prefix 10 name} if at least one of the ids has two bytes. Returns null for other forms.
     */
    private @Nullable IRI quickLongIri(byte[] a, int q, int length) {
        if ((length != 5 && length != 6) || a[q] != 0x08) {
            return null;
        }
        int prefix = a[q + 1];
        int p = q + 2;
        if (prefix < 0) {
            int high = a[p++];
            if (high <= 0) {
                return null;
            }
            prefix = WireReader.twoBytes(prefix, high);
        }
        if (prefix == 0 || a[p] != 0x10) {
            return null;
        }
        int name = a[p + 1];
        p += 2;
        if (name < 0) {
            int high = p < q + length ? a[p++] : 0;
            if (high <= 0) {
                return null;
            }
            name = WireReader.twoBytes(name, high);
        }
        if (name == 0 || p != q + length) {
            return null;
        }
        lastPrefix = prefix;
        lastName = name;
        IRI known = knownIri(prefix, name);
        return known != null ? known : quickMake(prefix, name);
    }

    /** The IRI that was built before from the current entries of the tables; null if there is none. */
    @SuppressWarnings("ReferenceEquality") // only the same string objects of the tables count
    private @Nullable IRI knownIri(int prefix, int name) {
        @Nullable String[] prefixTexts = prefixes.texts();
        if (name < 0 || name >= iriOfName.length || prefix < 0 || prefix >= prefixTexts.length) {
            return null;
        }
        Object known = iriOfName[name];
        if (known == null) {
            return null;
        }
        String prefixText = prefixTexts[prefix];
        if (prefixOfIri[name] == prefixText) {
            return TermCasts.iri(known);
        }
        String nameText = names.get(name);
        return prefixText == null || nameText == null ? null : iris.find(prefixText, nameText);
    }

    private @Nullable IRI quickMake(int prefix, int name) {
        String prefixText = prefixes.get(prefix);
        String nameText = names.get(name);
        if (prefixText == null || nameText == null) {
            return null;
        }
        int length = prefixText.length() + nameText.length();
        if (length > LONGEST_KEPT || textBudget < length) {
            return null;
        }
        textBudget -= length;
        try {
            IRI made = light != null
                    ? light.createIRI(prefixText, nameText)
                    : values.createIRI(prefixText.isEmpty() ? nameText : prefixText.concat(nameText));
            keep(name, prefixText, nameText, made);
            return made;
        } catch (IllegalArgumentException e) {
            // The careful way reports the error again, with its place.
            return null;
        }
    }

    private void keep(int nameId, String prefix, String name, IRI made) {
        growTo(nameId);
        TextCache.Known known = knownNames[nameId];
        if (known != null) {
            known.iri = made;
            known.prefix = prefix;
        }
        if (iriOfName[nameId] == null) {
            iriOfName[nameId] = made;
            prefixOfIri[nameId] = prefix;
            return;
        }
        iris.keep(prefix, name, made);
    }

    private IRI makeIri(String prefix, String name, int start) {
        String text = concat(prefix, name, start);
        try {
            IRI made = values.createIRI(text);
            if (text.length() <= LONGEST_KEPT) {
                keep(lastName, prefix, name, made);
            }
            return made;
        } catch (IllegalArgumentException e) {
            throw in.invalidTerm(start, e);
        }
    }

    private String concat(String prefix, String name, int start) {
        long length = (long) prefix.length() + name.length();
        textBudget -= length;
        if (length > limits.maxStringBytes() || textBudget < 0) {
            throw in.failAt(start, "the IRIs of the frame take more memory than the limits allow");
        }
        return prefix.isEmpty() ? name : prefix.concat(name);
    }

    /** Running prefix, for {@link #moveBack}. */
    int lastPrefix() {
        return lastPrefix;
    }

    /** Running name, for {@link #moveBack}. */
    int lastName() {
        return lastName;
    }

    /** Moves the running prefix and name back, before terms are read a second time. */
    void moveBack(int prefix, int name) {
        lastPrefix = prefix;
        lastName = name;
    }

    // ---- blank nodes

    BNode blankNode(int outer) {
        return values.createBNode(in.string(outer));
    }

    /** A blank node. The caller has checked that the label is in the frame. */
    BNode blankNode(int start, int length) {
        return values.createBNode(in.text(start, length));
    }

    /** The reader of literals. Their datatypes are in a table of this object. */
    LiteralDecoder literals() {
        return literals;
    }

    // ---- terms by position

    /** Reads the length and the body of a quoted triple; all three terms must be there. */
    private Triple quoted(int outer, int depth) {
        int start = in.position();
        if (!rdfStar) {
            throw in.failAt(start, "a quoted triple in a stream whose options do not say RDF-star");
        }
        if (depth > limits.maxNesting()) {
            throw in.failAt(start, "a quoted triple is nested deeper than the limit of " + limits.maxNesting());
        }
        int end = in.bodyEnd(outer);
        StatementFields fields = new StatementFields();
        fields.scan(in, end, false);
        if (!fields.has(0) || !fields.has(1) || !fields.has(2)) {
            throw in.failAt(start, "a quoted triple lacks a subject, predicate or object");
        }
        Resource subject = subject(fields.open(0, in), end, depth);
        IRI predicate = predicate(fields.open(1, in), end);
        Value object = object(fields.open(2, in), end, depth);
        in.seek(end);
        return values.createTriple(subject, predicate, object);
    }

    /** Reads a subject whose tag has been read, which stands in so many quoted triples. */
    Resource subject(int tag, int end, int depth) {
        return switch (tag) {
            case 0x0A -> iri(end);
            case 0x12 -> blankNode(end);
            case 0x22 -> quoted(end, depth + 1);
            default -> throw generalized("a literal as subject");
        };
    }

    /** Reads a predicate whose tag has been read. */
    IRI predicate(int tag, int end) {
        if (tag != 0x2A) {
            throw generalized("a predicate that is not an IRI");
        }
        return iri(end);
    }

    /** Reads an object whose tag has been read, which stands in so many quoted triples. */
    Value object(int tag, int end, int depth) {
        return switch (tag) {
            case 0x4A -> iri(end);
            case 0x52 -> blankNode(end);
            case 0x5A -> literals.read(end);
            default -> quoted(end, depth + 1);
        };
    }

    /** The error for a statement that the format allows and RDF4J cannot hold. */
    MalformedJellyException generalized(String what) {
        return in.fail(
                generalized
                        ? what + ": the stream declares generalized statements, but RDF4J values cannot hold one"
                        : what + " in a stream whose options do not declare generalized statements; nor could RDF4J"
                                + " values hold one");
    }
}
