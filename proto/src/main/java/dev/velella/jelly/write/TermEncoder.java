package dev.velella.jelly.write;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.wire.ByteSink;
import dev.velella.jelly.wire.RowTags;
import dev.velella.rdf.TermCasts;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/**
 * Turns terms into references. It holds the three lookup tables of a writer, and the running prefix and name.
 *
 * <p>A row is written in two passes. {@link #resolve} looks up every term of the row and writes the entry rows that are
 * missing; {@link #write} then writes the terms in wire order. Entries that a row uses cannot be overwritten until
 * {@link #beginRow}. Therefore a term that was resolved is still in the tables when it is written. A row that needs
 * more prefixes than the table has is resolved a second time, see {@link #prefixesRanOut}.
 */
final class TermEncoder {
    /** An id that is before no other id, so that the first reference is written with an explicit id. */
    private static final int NO_ID = -1;

    /** Stands for the reference of an IRI for which the tables have no room. */
    static final long NO_ROOM = -1;

    /** Number of bytes of the shortest quoted triple: tag, length, and three terms of two bytes. */
    private static final int SMALLEST_QUOTED = 8;

    private static final CoreDatatype.XSD[] XSD = CoreDatatype.XSD.values();

    private final ByteSink out;
    private final RowTags tags;
    private final int maxNesting;
    private final int maxStringBytes;
    private final int maxQuoted;
    private final int maxTableBytes;
    private final boolean rdfStar;
    private final StringTable names;
    private final StringTable prefixes;
    private final StringTable datatypes;
    private final IriCache iris;
    private final int[] xsdId = new int[XSD.length];
    private final long[] xsdSerial = new long[XSD.length];
    private final long maxText;
    private int row;
    private int quoted;
    private boolean wholeIris;
    private boolean ranOut;
    private long text;
    private int lastPrefix;
    private int lastName;

    /** A state to which the encoder can go back; valid until {@link #beginFrame}. */
    record Mark(StringTable.Mark names, StringTable.Mark prefixes, StringTable.Mark datatypes, int prefix, int name) {}

    /** The whole state between two rows. */
    record State(
            StringTable.State names,
            StringTable.State prefixes,
            StringTable.State datatypes,
            int row,
            int lastPrefix,
            int lastName) {}

    TermEncoder(ByteSink out, RowTags tags, TableSizes sizes, boolean rdfStar, Limits limits) {
        this.out = out;
        this.tags = tags;
        this.rdfStar = rdfStar;
        maxNesting = limits.maxNesting();
        maxTableBytes = limits.maxTableBytes();
        maxStringBytes = limits.maxStringBytes();
        maxText = limits.maxFrameBytes() * 4L;
        maxQuoted = limits.maxFrameBytes() / SMALLEST_QUOTED;
        names = new StringTable(sizes.names());
        prefixes = new StringTable(sizes.prefixes());
        datatypes = new StringTable(sizes.datatypes());
        iris = new IriCache(sizes.names(), sizes.prefixes() > 0);
    }

    /**
     * Forgets the stream: the next row starts another one.
     *
     * @param explicit whether readers may know an earlier stream. If so, the first use of a prefix or name must not
     *     refer to an earlier one
     */
    void reset(boolean explicit) {
        names.reset(explicit);
        prefixes.reset(explicit);
        datatypes.reset(explicit);
        row = 0;
        lastPrefix = explicit ? NO_ID : 0;
        lastName = explicit ? NO_ID : 0;
    }

    /** Writes the entry rows of an IRI for a dictionary, if the tables have room for it. */
    void addToDictionary(String iri) {
        beginRow();
        CachedIri entry = iris.get(iri);
        TableText prefix = entry.prefix;
        String text = prefix.text;
        boolean knowsPrefix = prefixes.capacity() == 0 || prefixes.find(text, 0, text.length(), prefix.hash, row) != 0;
        if (names.hasRoomForDictionary() && (knowsPrefix || prefixes.hasRoomForDictionary())) {
            reference(entry);
        }
    }

    /** Writes the entry row of a datatype for a dictionary, if the table has room for it. */
    void addDatatypeToDictionary(String datatype) {
        beginRow();
        if (datatypes.hasRoomForDictionary()) {
            datatypeId(datatype);
        }
    }

    /** Writes an entry row for a dictionary, if the table has room for it and does not hold it yet. */
    void addToDictionary(DictionaryEntry entry) {
        beginRow();
        StringTable table =
                switch (entry.table()) {
                    case PREFIX -> prefixes;
                    case NAME -> names;
                    case DATATYPE -> datatypes;
                };
        String text = entry.text();
        int hash = text.hashCode();
        if (table.hasRoomForDictionary() && table.find(text, 0, text.length(), hash, row) == 0) {
            int tag =
                    switch (entry.table()) {
                        case PREFIX -> tags.prefix();
                        case NAME -> tags.name();
                        case DATATYPE -> tags.datatype();
                    };
            add(table, tag, "dictionary", text, 0, hash);
        }
    }

    /** Makes the present entries those of the dictionary. */
    void fix() {
        prefixes.fix();
        names.fix();
        datatypes.fix();
        lastPrefix = NO_ID;
        lastName = NO_ID;
    }

    /** Forgets everything since the dictionary. */
    void cutBack() {
        prefixes.cutBack();
        names.cutBack();
        datatypes.cutBack();
        lastPrefix = NO_ID;
        lastName = NO_ID;
    }

    /** Begins a frame. Marks become invalid. */
    void beginFrame() {
        names.forgetUndo();
        prefixes.forgetUndo();
        datatypes.forgetUndo();
        text = 0;
    }

    Mark mark() {
        return new Mark(names.mark(), prefixes.mark(), datatypes.mark(), lastPrefix, lastName);
    }

    void rollBack(Mark mark) {
        names.rollBack(mark.names);
        prefixes.rollBack(mark.prefixes);
        datatypes.rollBack(mark.datatypes);
        lastPrefix = mark.prefix;
        lastName = mark.name;
    }

    State snapshot() {
        return new State(names.snapshot(), prefixes.snapshot(), datatypes.snapshot(), row, lastPrefix, lastName);
    }

    void restore(State state) {
        names.restore(state.names);
        prefixes.restore(state.prefixes);
        datatypes.restore(state.datatypes);
        row = state.row;
        lastPrefix = state.lastPrefix;
        lastName = state.lastName;
    }

    /** Begins a row. From now on the entries that the last row used may be overwritten. */
    void beginRow() {
        wholeIris = false;
        ranOut = false;
        nextRow();
    }

    private void nextRow() {
        if (row == Integer.MAX_VALUE) {
            names.forgetAges();
            prefixes.forgetAges();
            datatypes.forgetAges();
            row = 0;
        }
        row++;
        quoted = 0;
    }

    /**
     * Whether the row that was resolved needs more prefixes than the table has. If so, its terms must be resolved a
     * second time: from now on they share the empty prefix, and each whole IRI of the row is a name.
     */
    boolean prefixesRanOut() {
        if (!ranOut) {
            return false;
        }
        ranOut = false;
        wholeIris = true;
        nextRow();
        return true;
    }

    /**
     * Looks up a term and writes the entry rows that it needs.
     *
     * @return the reference for {@link #write}: for an IRI the ids of prefix and name, for a literal the id of the
     *     datatype
     */
    long resolve(Value term) {
        return resolve(term, 0);
    }

    private long resolve(Value term, int depth) {
        if (term.isIRI()) {
            return iri(term.stringValue());
        }
        if (term.isLiteral()) {
            return datatype(TermCasts.literal(term));
        }
        if (term.isTriple()) {
            resolveQuoted((Triple) term, depth + 1);
        }
        return 0;
    }

    private void resolveQuoted(Triple triple, int depth) {
        if (!rdfStar) {
            throw out.fail("a quoted triple needs the option RDF-star");
        }
        if (depth > maxNesting) {
            throw out.fail("a quoted triple is nested deeper than the limit of " + maxNesting);
        }
        if (++quoted > maxQuoted) {
            throw out.tooLong();
        }
        resolve(triple.getSubject(), depth);
        resolve(triple.getPredicate(), depth);
        resolve(triple.getObject(), depth);
    }

    /** Looks up an IRI given as text. */
    long iri(String iri) {
        return reference(iris.get(iri));
    }

    /** The cached entry of an IRI, for {@link #reference}. It does not depend on the stream. */
    CachedIri known(String iri) {
        return iris.get(iri);
    }

    /** Looks up a known IRI. */
    long reference(CachedIri entry) {
        if (wholeIris || ranOut) {
            return ranOut ? 0 : wholeIri(entry.iri);
        }
        TableText prefix = entry.prefix;
        if (!prefixes.touch(prefix.id, prefix.serial, row) || !names.touch(entry.nameId, entry.nameSerial, row)) {
            lookUp(entry);
        }
        return ((long) prefix.id << 32) | entry.nameId;
    }

    /** Looks up an IRI by the parts that another stream divides it into. */
    long reference(TableText prefix, TableText name) {
        if (wholeIris || ranOut) {
            return ranOut ? 0 : wholeIri(prefix.text + name.text);
        }
        if (prefixes.capacity() == 0) {
            return find(prefix.text.isEmpty() ? name : new TableText(prefix.text + name.text));
        }
        if (!prefixes.touch(prefix.id, prefix.serial, row) && !lookUp(prefix)) {
            ranOut = true;
            return 0;
        }
        return ((long) prefix.id << 32) | find(name);
    }

    /** The reference of an IRI whose entries are there, which marks them as used by the row; -1 if they are not there. */
    long known(TableText prefix, TableText name) {
        return prefixes.capacity() > 0
                        && prefixes.touch(prefix.id, prefix.serial, row)
                        && names.touch(name.id, name.serial, row)
                ? (long) prefix.id << 32 | name.id
                : -1;
    }

    /** The same for the id of a datatype. */
    int known(TableText datatype) {
        return datatypes.touch(datatype.id, datatype.serial, row) ? datatype.id : -1;
    }

    /** The running prefix and name. */
    long running() {
        return (long) lastPrefix << 32 | (lastName & 0xFFFFFFFFL);
    }

    /** Takes back what a row has made of the running prefix and name. */
    void goOn(long running) {
        lastPrefix = (int) (running >>> 32);
        lastName = (int) running;
    }

    /** Id of a name. */
    private int find(TableText name) {
        if (!names.touch(name.id, name.serial, row)) {
            countText(name.text);
            name.id = find(names, tags.name(), "name", name);
            name.serial = names.serial(name.id);
        }
        return name.id;
    }

    private int find(StringTable table, int tag, String what, TableText text) {
        int id = table.find(text.text, 0, text.text.length(), text.hash, row);
        return id != 0 ? id : add(table, tag, what, text.text, 0, text.hash);
    }

    /** Looks up a datatype of another stream. */
    int datatype(TableText datatype) {
        if (!datatypes.touch(datatype.id, datatype.serial, row)) {
            checkDatatypes(datatype.text);
            datatype.id = find(datatypes, tags.datatype(), "datatype", datatype);
            datatype.serial = datatypes.serial(datatype.id);
        }
        return datatype.id;
    }

    /**
     * Looks up an IRI like {@link #reference}, and gives missing entries the ids that {@link #reference} would give them,
     * but writes no entry row. So {@link #cutBack} must follow.
     *
     * @return the reference; {@link #NO_ROOM} if a table is full
     */
    long assign(CachedIri entry) {
        TableText prefix = entry.prefix;
        if (!prefixes.touch(prefix.id, prefix.serial, row)) {
            String text = prefix.text;
            int id = prefixes.find(text, 0, text.length(), prefix.hash, row);
            if (id == 0) {
                if (prefixes.isFull()) {
                    return NO_ROOM;
                }
                id = prefixes.add(text, 0, text.length(), prefix.hash, row);
            }
            prefix.id = id;
            prefix.serial = prefixes.serial(id);
        }
        if (!names.touch(entry.nameId, entry.nameSerial, row)) {
            String iri = entry.iri;
            int from = prefix.text.length();
            int id = names.find(iri, from, iri.length(), entry.nameHash, row);
            if (id == 0) {
                if (names.isFull()) {
                    return NO_ROOM;
                }
                id = names.add(iri, from, iri.length(), entry.nameHash, row);
            }
            entry.nameId = id;
            entry.nameSerial = names.serial(id);
        }
        return ((long) prefix.id << 32) | entry.nameId;
    }

    /** Whether the tables hold the entries of an IRI. */
    boolean isInDictionary(CachedIri entry) {
        String text = entry.prefix.text;
        boolean knowsPrefix =
                prefixes.capacity() == 0 || prefixes.find(text, 0, text.length(), entry.prefix.hash, row) != 0;
        return knowsPrefix && names.find(entry.iri, text.length(), entry.iri.length(), entry.nameHash, row) != 0;
    }

    /** Id of the last prefix entry that the table holds. */
    int lastPrefixEntry() {
        return prefixes.used();
    }

    /** Id of the last name entry that the table holds. */
    int lastNameEntry() {
        return names.used();
    }

    /** Number of datatype entries for which the table has room. */
    int roomForDatatypes() {
        return datatypes.capacity() - datatypes.used();
    }

    /** Bytes of text for which the tables have room by the limits. */
    long roomForText() {
        return maxTableBytes - names.bytes() - prefixes.bytes() - datatypes.bytes();
    }

    /** The limit of the text of all IRIs of a frame, in characters. */
    long maxText() {
        return maxText;
    }

    /** The limit of the text of one IRI, in characters. */
    int maxIri() {
        return maxStringBytes;
    }

    /** Writes the entry row of the prefix of an IRI. */
    void writePrefixEntry(int id, CachedIri entry) {
        String text = entry.prefix.text;
        out.entryRow(tags.prefix(), id, text, 0, text.length());
    }

    /** Writes the entry row of the name of an IRI. */
    void writeNameEntry(int id, CachedIri entry) {
        out.entryRow(tags.name(), id, entry.iri, entry.prefix.text.length(), entry.iri.length());
    }

    /** Looks up an IRI that is written with the empty prefix. */
    private long wholeIri(String iri) {
        countText(iri);
        int prefix = prefixes.find("", 0, 0, 0, row);
        if (prefix == 0) {
            prefix = add(prefixes, tags.prefix(), "prefix", "", 0, 0);
        }
        int hash = iri.hashCode();
        int name = names.find(iri, 0, iri.length(), hash, row);
        if (name == 0) {
            name = add(names, tags.name(), "name", iri, 0, hash);
        }
        return ((long) prefix << 32) | name;
    }

    /**
     * Counts the text of an IRI. A reader has a limit for the text that it builds in one frame, so that the writer
     * needs the same limit.
     */
    private void countText(String iri) {
        text += iri.length();
        if (iri.length() > maxStringBytes) {
            throw out.fail("an IRI of " + iri.length() + " characters is longer than the limit of " + maxStringBytes
                    + " bytes");
        }
        if (text > maxText) {
            throw out.fail("the IRIs of the frame take more memory than the limits allow");
        }
    }

    private void lookUp(CachedIri entry) {
        countText(entry.iri);
        TableText prefix = entry.prefix;
        if (prefixes.capacity() > 0 && !prefixes.touch(prefix.id, prefix.serial, row) && !lookUp(prefix)) {
            ranOut = true;
            return;
        }
        if (!names.touch(entry.nameId, entry.nameSerial, row)) {
            String iri = entry.iri;
            int from = prefix.text.length();
            entry.nameId = names.find(iri, from, iri.length(), entry.nameHash, row);
            if (entry.nameId == 0) {
                entry.nameId = add(names, tags.name(), "name", iri, from, entry.nameHash);
            }
            entry.nameSerial = names.serial(entry.nameId);
        }
    }

    /** Looks up a prefix. Returns false if the row has used all entries of the prefix table. */
    private boolean lookUp(TableText prefix) {
        String text = prefix.text;
        int id = prefixes.find(text, 0, text.length(), prefix.hash, row);
        if (id == 0) {
            id = tryToAdd(prefixes, tags.prefix(), text, 0, prefix.hash);
        }
        prefix.id = id;
        prefix.serial = id == 0 ? NO_ID : prefixes.serial(id);
        return id != 0;
    }

    /** Adds the end of a text to a table, and writes its entry row. */
    private int add(StringTable table, int tag, String what, String text, int from, int hash) {
        int id = tryToAdd(table, tag, text, from, hash);
        if (id == 0) {
            throw out.fail("one row needs more than the " + table.capacity() + " entries of the " + what
                    + " table: enlarge it");
        }
        return id;
    }

    /** Adds the end of a text to a table, and writes its entry row. Returns 0 if the row has used every entry. */
    private int tryToAdd(StringTable table, int tag, String text, int from, int hash) {
        int previous = table.lastSet();
        int id = table.add(text, from, text.length(), hash, row);
        if (id != 0) {
            table.setBytes(id, out.entryRow(tag, id == previous + 1 ? 0 : id, text, from, text.length()));
            if (names.bytes() + prefixes.bytes() + datatypes.bytes() > maxTableBytes) {
                throw out.fail("the lookup tables would hold more than the limit of " + maxTableBytes + " bytes");
            }
        }
        return id;
    }

    /** Datatype id of a literal; 0 for a plain literal or one with a language tag. */
    @SuppressWarnings("EnumOrdinal") // an index into arrays of this object, nowhere stored
    private long datatype(Literal literal) {
        CoreDatatype core = literal.getCoreDatatype();
        if (core == CoreDatatype.XSD.STRING) {
            return 0;
        }
        if (!(core instanceof CoreDatatype.XSD xsd)) {
            return otherDatatype(literal, core);
        }
        int ordinal = xsd.ordinal();
        int id = xsdId[ordinal];
        if (id != 0 && datatypes.touch(id, xsdSerial[ordinal], row)) {
            return id;
        }
        id = datatypeId(xsd.getIri());
        xsdId[ordinal] = id;
        xsdSerial[ordinal] = datatypes.serial(id);
        return id;
    }

    private int otherDatatype(Literal literal, CoreDatatype core) {
        if (literal.getLanguage().isPresent()) {
            return 0;
        }
        if (core == CoreDatatype.RDF.LANGSTRING) {
            throw out.fail("a literal of type rdf:langString has no language tag");
        }
        return datatypeId(literal.getDatatype());
    }

    private int datatypeId(IRI datatype) {
        String iri = datatype.stringValue();
        checkDatatypes(iri);
        return datatypeId(iri);
    }

    private void checkDatatypes(String datatype) {
        if (datatypes.capacity() == 0) {
            throw out.fail("a literal of type " + datatype + " needs a datatype table, whose size is 0");
        }
    }

    private int datatypeId(String iri) {
        int hash = iri.hashCode();
        int id = datatypes.find(iri, 0, iri.length(), hash, row);
        return id != 0 ? id : add(datatypes, tags.datatype(), "datatype", iri, 0, hash);
    }

    /**
     * Writes a term of the row. All terms of the row must have been resolved.
     *
     * @param base tag of the IRI form; blank node, literal and quoted triple follow in steps of one field
     * @param reference result of {@link #resolve}
     */
    void write(int base, Value term, long reference) {
        if (term.isIRI()) {
            writeIri(base, reference);
        } else if (term.isLiteral()) {
            writeLiteral(base + 16, TermCasts.literal(term), (int) reference);
        } else if (term.isBNode()) {
            out.stringField(base + 8, ((BNode) term).getID());
        } else {
            writeQuoted(base + 24, (Triple) term);
        }
    }

    /** Writes an IRI and moves the running prefix and name. */
    void writeIri(int tag, long reference) {
        int prefix = (int) (reference >>> 32);
        int name = (int) reference;
        out.iriField(tag, prefix == lastPrefix ? 0 : prefix, name == lastName + 1 ? 0 : name);
        lastPrefix = prefix;
        lastName = name;
    }

    private void writeLiteral(int tag, Literal literal, int datatype) {
        String label = literal.getLabel();
        int estimate = label.length() + (datatype == 0 ? 2 : 4);
        int message = out.beginMessage(tag, estimate);
        if (!label.isEmpty()) {
            out.stringField(0x0A, label);
        }
        if (datatype != 0) {
            out.numberField(0x18, datatype);
        } else if (literal.getCoreDatatype() != CoreDatatype.XSD.STRING) {
            String language = literal.getLanguage().orElse("");
            if (language.isEmpty()) {
                throw out.fail("the language tag of a literal is empty");
            }
            out.stringField(0x12, language);
        }
        out.endMessage(message, estimate);
    }

    /**
     * Writes a quoted triple. Looks its terms up again. This adds nothing to the tables, because their entries cannot
     * be overwritten in this row.
     */
    private void writeQuoted(int tag, Triple triple) {
        int estimate = 100;
        int message = out.beginMessage(tag, estimate);
        write(StatementWriter.SUBJECT, triple.getSubject(), found(triple.getSubject()));
        write(StatementWriter.PREDICATE, triple.getPredicate(), found(triple.getPredicate()));
        write(StatementWriter.OBJECT, triple.getObject(), found(triple.getObject()));
        out.endMessage(message, estimate);
    }

    private long found(Value term) {
        return term.isTriple() ? 0 : resolve(term, 0);
    }
}
