package dev.velella.sink.versions.journal;

import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.PartitionId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            number(out, commit.number());
            out.writeLong(commit.wallClockMs());
            out.writeLong(commit.eventTimeMs());
            number(out, commit.offsets().size());
            for (Map.Entry<PartitionId, Long> offset : commit.offsets().entrySet()) {
                text(out, offset.getKey().topic());
                number(out, offset.getKey().partition());
                number(out, offset.getValue());
            }
            number(out, terms.size());
            for (Map.Entry<Long, Value> term : terms.entrySet()) {
                number(out, term.getKey());
                value(out, term.getValue());
            }
            statements(out, removes);
            statements(out, adds);
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
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        long number = number(in);
        long wallClockMs = in.readLong();
        long eventTimeMs = in.readLong();
        Map<PartitionId, Long> offsets = new HashMap<>();
        for (long left = number(in); left > 0; left--) {
            String topic = text(in);
            int partition = (int) number(in);
            offsets.put(new PartitionId(topic, partition), number(in));
        }
        Map<Long, Value> terms = new LinkedHashMap<>();
        for (long left = number(in); left > 0; left--) {
            long id = number(in);
            terms.put(id, value(in));
        }
        List<long[]> removes = statements(in);
        return new JournalEntry(
                new CommitRecord(number, wallClockMs, eventTimeMs, offsets), terms, removes, statements(in));
    }

    private static void statements(DataOutputStream out, List<long[]> statements) throws IOException {
        number(out, statements.size());
        for (long[] statement : statements) {
            for (long term : statement) {
                number(out, term);
            }
        }
    }

    private static List<long[]> statements(DataInputStream in) throws IOException {
        List<long[]> statements = new ArrayList<>();
        for (long left = number(in); left > 0; left--) {
            statements.add(new long[] {number(in), number(in), number(in), number(in)});
        }
        return statements;
    }

    private static void value(DataOutputStream out, Value value) throws IOException {
        if (value instanceof IRI iri) {
            out.write(IRI);
            text(out, iri.stringValue());
        } else if (value instanceof BNode node) {
            out.write(NODE);
            text(out, node.getID());
        } else if (value instanceof Literal literal) {
            boolean isTagged = literal.getLanguage().isPresent();
            out.write(isTagged ? TAGGED : TYPED);
            text(out, literal.getLabel());
            text(out, literal.getLanguage().orElseGet(() -> literal.getDatatype()
                    .stringValue()));
        } else {
            Triple triple = (Triple) value;
            out.write(TRIPLE);
            value(out, triple.getSubject());
            value(out, triple.getPredicate());
            value(out, triple.getObject());
        }
    }

    private static Value value(DataInputStream in) throws IOException {
        ValueFactory values = SimpleValueFactory.getInstance();
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case IRI -> values.createIRI(text(in));
            case NODE -> values.createBNode(text(in));
            case TYPED -> {
                String label = text(in);
                yield values.createLiteral(label, values.createIRI(text(in)));
            }
            case TAGGED -> {
                String label = text(in);
                yield values.createLiteral(label, text(in));
            }
            case TRIPLE -> {
                Resource subject = (Resource) value(in);
                IRI predicate = (IRI) value(in);
                yield values.createTriple(subject, predicate, value(in));
            }
            default -> throw new IOException("no kind of term has the number " + kind);
        };
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(out, utf8.length);
        out.write(utf8);
    }

    private static String text(DataInputStream in) throws IOException {
        byte[] utf8 = new byte[(int) number(in)];
        in.readFully(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static void number(DataOutputStream out, long number) throws IOException {
        long left = number;
        while (left >= 1 << 7) {
            out.write((int) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
    }

    private static long number(DataInputStream in) throws IOException {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            int part = in.readUnsignedByte();
            number |= (part & 0x7fL) << shift;
            if (part < 1 << 7) {
                return number;
            }
        }
    }
}
