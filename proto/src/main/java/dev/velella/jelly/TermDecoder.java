package dev.velella.jelly;

import java.util.Arrays;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * References to terms: the three lookup tables of a reader and the running prefix and name.
 *
 * <p>The IRI last built from a name is kept with the prefix string it was built with; other pairs of a name and a prefix
 * are kept in a cache. Both are valid only while the tables still hold the very same string objects, so an overwritten
 * entry can never give an old IRI.
 */
final class TermDecoder {
    /** An IRI longer than this is not kept, so that a long prefix cannot multiply the memory of the tables. */
    private static final int LONGEST_CACHED = 2048;

    private static final int PAIRS = 4096;

    private final ValueFactory values;
    private final Limits limits;
    private final WireReader in;
    private final EntryTable names = new EntryTable("name");
    private final EntryTable prefixes = new EntryTable("prefix");
    private final EntryTable datatypes = new EntryTable("datatype");
    private @Nullable IRI[] iriOfName = new IRI[32];
    private @Nullable String[] prefixOfIri = new String[32];
    private @Nullable IRI[] datatypeIri = new IRI[32];
    private @Nullable CoreDatatype[] datatypeCore = new CoreDatatype[32];
    private @Nullable Pair @Nullable [] pairs;
    private boolean rdfStar;
    private int lastPrefix;
    private int lastName;
    private long textBudget;

    /** An IRI and the strings it was built from. */
    private record Pair(String prefix, String name, IRI iri) {}

    TermDecoder(ValueFactory values, Limits limits, WireReader in) {
        this.values = values;
        this.limits = limits;
        this.in = in;
    }

    /** Forgets the stream, and takes table sizes and flags of another one. */
    void reset(OptionsRow options) {
        Arrays.fill(iriOfName, 0, names.highest() + 1, null);
        Arrays.fill(prefixOfIri, 0, names.highest() + 1, null);
        Arrays.fill(datatypeIri, 0, datatypes.highest() + 1, null);
        Arrays.fill(datatypeCore, 0, datatypes.highest() + 1, null);
        names.reset(options.names());
        prefixes.reset(options.prefixes());
        datatypes.reset(options.datatypes());
        rdfStar = options.rdfStar();
        lastPrefix = 0;
        lastName = 0;
    }

    /** Begins a frame. The text that may be built from table entries in one frame is bounded. */
    void beginFrame() {
        textBudget = limits.maxFrameBytes() * 4L;
    }

    void nameEntry(int end) {
        int id = entry(names, end);
        if (id >= iriOfName.length) {
            iriOfName = Arrays.copyOf(iriOfName, Math.max(id + 1, id * 2));
            prefixOfIri = Arrays.copyOf(prefixOfIri, iriOfName.length);
        }
        iriOfName[id] = null;
        prefixOfIri[id] = null;
    }

    void prefixEntry(int end) {
        entry(prefixes, end);
    }

    void datatypeEntry(int end) {
        int id = entry(datatypes, end);
        if (id >= datatypeIri.length) {
            datatypeIri = Arrays.copyOf(datatypeIri, Math.max(id + 1, id * 2));
            datatypeCore = Arrays.copyOf(datatypeCore, datatypeIri.length);
        }
        datatypeIri[id] = null;
        datatypeCore[id] = null;
    }

    private int entry(EntryTable table, int end) {
        int id = 0;
        String value = "";
        int bytes = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            switch (tag) {
                case 0x08 -> id = in.varint(end);
                case 0x12 -> {
                    int start = in.position();
                    value = in.string(end);
                    bytes = in.position() - start;
                }
                default -> in.skip(tag, end);
            }
        }
        int resolved = table.resolve(id, in);
        table.set(resolved, value, bytes);
        if (names.bytes() + prefixes.bytes() + datatypes.bytes() > limits.maxTableBytes()) {
            throw in.fail("the lookup tables would hold more than the limit of " + limits.maxTableBytes() + " bytes");
        }
        return resolved;
    }

    /** Reads the length and the body of an RdfIri. */
    IRI iri(int outer) {
        int end = in.bodyEnd(outer);
        readReference(end);
        int name = lastName;
        String prefixText = lastPrefix == 0 ? "" : prefixes.get(lastPrefix, in);
        String nameText = names.get(name, in);
        IRI known = iriOfName[name];
        if (known == null) {
            IRI made = makeIri(prefixText, nameText);
            if (made.stringValue().length() <= LONGEST_CACHED) {
                iriOfName[name] = made;
                prefixOfIri[name] = prefixText;
            }
            return made;
        }
        return isSame(prefixOfIri[name], prefixText) ? known : pairedIri(name, prefixText, nameText);
    }

    /** Reads an RdfIri as text, for places where it need not be absolute. */
    String iriText(int outer) {
        readReference(in.bodyEnd(outer));
        return concat(lastPrefix == 0 ? "" : prefixes.get(lastPrefix, in), names.get(lastName, in));
    }

    /** Moves the running prefix and name to what a reference says. */
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

    private IRI pairedIri(int nameId, String prefix, String name) {
        @Nullable Pair[] cache = pairs;
        if (cache == null) {
            cache = new Pair[PAIRS];
            pairs = cache;
        }
        int slot = ((nameId * 31 + lastPrefix) * 0x9E3779B1) >>> 20;
        Pair pair = cache[slot];
        if (pair != null && isSame(pair.prefix, prefix) && isSame(pair.name, name)) {
            return pair.iri;
        }
        IRI made = makeIri(prefix, name);
        if (made.stringValue().length() <= LONGEST_CACHED) {
            cache[slot] = new Pair(prefix, name, made);
        }
        return made;
    }

    @SuppressWarnings("ReferenceEquality") // an entry that was set again is another object, even with equal text
    private static boolean isSame(@Nullable String one, String other) {
        return one == other;
    }

    private IRI makeIri(String prefix, String name) {
        return values.createIRI(concat(prefix, name));
    }

    private String concat(String prefix, String name) {
        long length = (long) prefix.length() + name.length();
        textBudget -= length;
        if (length > limits.maxStringBytes() || textBudget < 0) {
            throw in.fail("the IRIs of the frame take more memory than the limits allow");
        }
        return prefix.isEmpty() ? name : prefix.concat(name);
    }

    BNode blankNode(int outer) {
        return values.createBNode(in.string(outer));
    }

    /** Reads the length and the body of an RdfLiteral. */
    Literal literal(int outer) {
        int end = in.bodyEnd(outer);
        String label = "";
        String language = null;
        int datatype = 0;
        boolean typed = false;
        while (in.position() < end) {
            int tag = in.tag(end);
            switch (tag) {
                case 0x0A -> label = in.string(end);
                case 0x12 -> language = in.string(end);
                case 0x18 -> {
                    datatype = in.varint(end);
                    typed = true;
                }
                default -> in.skip(tag, end);
            }
        }
        if (typed) {
            if (language != null) {
                throw in.fail("a literal has both a language tag and a datatype");
            }
            return typedLiteral(label, datatype);
        }
        if (language == null) {
            return values.createLiteral(label);
        }
        if (language.isEmpty()) {
            throw in.fail("the language tag of a literal is empty");
        }
        return values.createLiteral(label, language);
    }

    private Literal typedLiteral(String label, int id) {
        String text = datatypes.get(id, in);
        IRI datatype = datatypeIri[id];
        if (datatype == null) {
            IRI made = values.createIRI(text);
            CoreDatatype core = CoreDatatype.from(made);
            if (core == CoreDatatype.RDF.LANGSTRING) {
                throw in.fail("a literal of type rdf:langString has no language tag");
            }
            datatype = core == CoreDatatype.NONE ? made : core.getIri();
            datatypeIri[id] = datatype;
            datatypeCore[id] = core;
        }
        return values.createLiteral(label, datatype, datatypeCore[id]);
    }

    /** Reads the length and the body of a quoted triple; all three terms must be there. */
    private Triple quoted(int outer, int depth) {
        if (!rdfStar) {
            throw in.fail("a quoted triple in a stream whose options do not say RDF-star");
        }
        if (depth > limits.maxNesting()) {
            throw in.fail("a quoted triple is nested deeper than the limit of " + limits.maxNesting());
        }
        int end = in.bodyEnd(outer);
        StatementFields fields = new StatementFields();
        fields.scan(in, end, false);
        if (!fields.has(0) || !fields.has(1) || !fields.has(2)) {
            throw in.fail("a quoted triple lacks a subject, predicate or object");
        }
        Resource subject = subject(fields.open(0, in), end, depth);
        IRI predicate = predicate(fields.open(1, in), end);
        Value object = object(fields.open(2, in), end, depth);
        in.seek(end);
        return values.createTriple(subject, predicate, object);
    }

    /** Reads a subject whose tag has been read, with that many quoted triples around it. */
    Resource subject(int tag, int end, int depth) {
        return switch (tag) {
            case 0x0A -> iri(end);
            case 0x12 -> blankNode(end);
            case 0x22 -> quoted(end, depth + 1);
            default -> throw in.fail("a literal as subject: generalized statements cannot be read here");
        };
    }

    /** Reads a predicate whose tag has been read. */
    IRI predicate(int tag, int end) {
        if (tag != 0x2A) {
            throw in.fail("a predicate that is not an IRI: generalized statements cannot be read here");
        }
        return iri(end);
    }

    /** Reads an object whose tag has been read, with that many quoted triples around it. */
    Value object(int tag, int end, int depth) {
        return switch (tag) {
            case 0x4A -> iri(end);
            case 0x52 -> blankNode(end);
            case 0x5A -> literal(end);
            default -> quoted(end, depth + 1);
        };
    }
}
