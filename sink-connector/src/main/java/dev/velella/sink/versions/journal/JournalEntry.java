package dev.velella.sink.versions.journal;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.PartitionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * An entry of a {@link HistoryJournal}: a commit or a part of one. Several entries with the same commit follow each
 * other if a commit has many changes.
 *
 * @param commit the commit
 * @param terms terms that no earlier entry has, by their numbers
 * @param removes statements that end, four numbers each
 * @param adds statements that begin, four numbers each
 */
public record JournalEntry(CommitRecord commit, Map<Long, Value> terms, List<long[]> removes, List<long[]> adds) {
    private static final int IRI = 0;
    private static final int NODE = 1;
    private static final int TYPED = 2;
    private static final int TAGGED = 3;
    private static final int TRIPLE = 4;

    /** The entry as bytes. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            out.writeUInt64NoTag(commit.number());
            time(out, commit.wallClockMs());
            time(out, commit.eventTimeMs());
            out.writeUInt64NoTag(commit.offsets().size());
            for (Map.Entry<PartitionId, Long> offset : commit.offsets().entrySet()) {
                out.writeStringNoTag(offset.getKey().topic());
                out.writeUInt64NoTag(offset.getKey().partition());
                out.writeUInt64NoTag(offset.getValue());
            }
            out.writeUInt64NoTag(terms.size());
            for (Map.Entry<Long, Value> term : terms.entrySet()) {
                out.writeUInt64NoTag(term.getKey());
                value(out, term.getValue());
            }
            statements(out, removes);
            statements(out, adds);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array accepts all bytes
        }
        return bytes.toByteArray();
    }

    /**
     * Reads the bytes of an entry.
     *
     * @throws IOException if the bytes are no entry
     */
    public static JournalEntry decode(byte[] bytes) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        long number = in.readUInt64();
        long wallClockMs = time(in);
        long eventTimeMs = time(in);
        Map<PartitionId, Long> offsets = new HashMap<>();
        for (long left = in.readUInt64(); left > 0; left--) {
            String topic = in.readString();
            int partition = in.readUInt32();
            offsets.put(new PartitionId(topic, partition), in.readUInt64());
        }
        Map<Long, Value> terms = new LinkedHashMap<>();
        for (long left = in.readUInt64(); left > 0; left--) {
            long id = in.readUInt64();
            terms.put(id, value(in));
        }
        List<long[]> removes = statements(in);
        return new JournalEntry(
                new CommitRecord(number, wallClockMs, eventTimeMs, offsets), terms, removes, statements(in));
    }

    private static void statements(CodedOutputStream out, List<long[]> statements) throws IOException {
        out.writeUInt64NoTag(statements.size());
        for (long[] statement : statements) {
            for (long term : statement) {
                out.writeUInt64NoTag(term);
            }
        }
    }

    private static List<long[]> statements(CodedInputStream in) throws IOException {
        List<long[]> statements = new ArrayList<>();
        for (long left = in.readUInt64(); left > 0; left--) {
            statements.add(new long[] {in.readUInt64(), in.readUInt64(), in.readUInt64(), in.readUInt64()});
        }
        return statements;
    }

    private static void value(CodedOutputStream out, Value value) throws IOException {
        if (value instanceof IRI iri) {
            out.write((byte) IRI);
            out.writeStringNoTag(iri.stringValue());
        } else if (value instanceof BNode node) {
            out.write((byte) NODE);
            out.writeStringNoTag(node.getID());
        } else if (value instanceof Literal literal) {
            boolean isTagged = literal.getLanguage().isPresent();
            out.write((byte) (isTagged ? TAGGED : TYPED));
            out.writeStringNoTag(literal.getLabel());
            out.writeStringNoTag(
                    literal.getLanguage().orElseGet(() -> literal.getDatatype().stringValue()));
        } else {
            Triple triple = (Triple) value;
            out.write((byte) TRIPLE);
            value(out, triple.getSubject());
            value(out, triple.getPredicate());
            value(out, triple.getObject());
        }
    }

    private static Value value(CodedInputStream in) throws IOException {
        ValueFactory values = SimpleValueFactory.getInstance();
        int kind = in.readRawByte();
        return switch (kind) {
            case IRI -> values.createIRI(in.readString());
            case NODE -> values.createBNode(in.readString());
            case TYPED -> {
                String label = in.readString();
                yield values.createLiteral(label, values.createIRI(in.readString()));
            }
            case TAGGED -> {
                String label = in.readString();
                yield values.createLiteral(label, in.readString());
            }
            case TRIPLE -> {
                Resource subject = (Resource) value(in);
                IRI predicate = (IRI) value(in);
                yield values.createTriple(subject, predicate, value(in));
            }
            default -> throw new IOException("no kind of term has the number " + kind);
        };
    }

    /** Eight bytes, the highest first. */
    private static void time(CodedOutputStream out, long ms) throws IOException {
        out.writeFixed64NoTag(Long.reverseBytes(ms));
    }

    private static long time(CodedInputStream in) throws IOException {
        return Long.reverseBytes(in.readFixed64());
    }
}
