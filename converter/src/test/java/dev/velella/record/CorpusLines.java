package dev.velella.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.dictionary.DictionarySource;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.AddNamespace;
import dev.velella.rdf.PatchOperation.Delete;
import dev.velella.rdf.PatchOperation.DeleteNamespace;
import dev.velella.rdf.PatchOperation.Header;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordCorpus.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/** Writes what the Java side reads in a record, as a line of {@code clients/corpus}. */
final class CorpusLines {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HexFormat HEX = HexFormat.of();

    private CorpusLines() {}

    static String line(Entry entry, DictionarySource dictionaries) throws JsonProcessingException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("name", entry.name());
        List<List<@Nullable String>> headers = new ArrayList<>();
        entry.headers()
                .forEach(header -> headers.add(
                        Arrays.asList(header.key(), header.value() == null ? null : HEX.formatHex(header.value()))));
        line.put("headers", headers);
        line.put("value", entry.value() == null ? null : HEX.formatHex(entry.value()));
        line.put("expect", expectation(entry, dictionaries));
        return JSON.writeValueAsString(line);
    }

    /** The facts that a reader must find in a record: its element, or the reason why the record is refused. */
    static Map<String, Object> expectation(Entry entry, DictionarySource dictionaries) {
        Map<String, Object> expect = new LinkedHashMap<>();
        if (entry.value() == null) {
            expect.put("tombstone", true);
            return expect;
        }
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, dictionaries);
        try {
            if (RecordHeaderReader.velella(entry.headers()) == null && RecordHeaderReader.isStateful(entry.headers())) {
                expect.put("refused", "version 1");
                return expect;
            }
            FrameResult.Decoded decoded =
                    (FrameResult.Decoded) decoder.decode("t", 0, 0, entry.headers(), entry.value());
            content(decoded.element(), expect);
            RecordHeaderReader.eventTime(entry.headers()).ifPresent(time -> expect.put("time", time));
            String position = RecordHeaderReader.patch(entry.headers());
            if (position != null) {
                expect.put("position", PatchPosition.parse(position).format());
            }
        } catch (MissingDictionaryException e) {
            refused(
                    expect,
                    "missing dictionary",
                    String.valueOf(e.getMessage()).replaceAll(", which is not in .*", ""));
        } catch (MalformedJellyException e) {
            refused(expect, "malformed", e.getMessage());
        } catch (UnreadableRecordException e) {
            refused(expect, "unreadable", e.getMessage());
            if (String.valueOf(e.getMessage()).matches("header velella is malformed \\((Illegal|Input) .*")) {
                expect.remove("message"); // the words of Java's own decoder of base64
            }
        }
        return expect;
    }

    private static void refused(Map<String, Object> expect, String kind, @Nullable String message) {
        expect.clear();
        expect.put("refused", kind);
        expect.put("message", String.valueOf(message));
    }

    private static void content(StreamElement element, Map<String, Object> expect) {
        if (element instanceof RdfGraph graph) {
            expect.put(
                    "graph", graph.statements().stream().map(CorpusLines::terms).toList());
            if (!graph.namespaces().isEmpty()) {
                expect.put("namespaces", new TreeMap<>(graph.namespaces()));
            }
            expect.put("hash", GraphHash.format(GraphHash.ofSet(new LinkedHashSet<>(graph.statements()))));
        } else if (element instanceof RdfPatch patch) {
            expect.put(
                    "patch", patch.operations().stream().map(CorpusLines::row).toList());
            expect.put("change", GraphHash.format(PatchChain.change(patch.operations())));
        }
    }

    private static List<@Nullable Object> row(PatchOperation operation) {
        List<@Nullable Object> row = new ArrayList<>();
        if (operation instanceof Add add) {
            row.add("A");
            row.addAll(terms(add.statement()));
        } else if (operation instanceof Delete delete) {
            row.add("D");
            row.addAll(terms(delete.statement()));
        } else if (operation instanceof Header header) {
            row.addAll(Arrays.asList("H", header.key(), term(header.value())));
        } else if (operation instanceof AddNamespace pa) {
            row.addAll(Arrays.asList("PA", pa.prefix(), term(pa.namespace()), term(pa.graph())));
        } else if (operation instanceof DeleteNamespace pd) {
            row.addAll(Arrays.asList("PD", pd.prefix(), term(pd.namespace()), term(pd.graph())));
        } else if (operation instanceof Transaction border) {
            row.add(
                    switch (border) {
                        case START -> "TX";
                        case COMMIT -> "TC";
                        case ABORT -> "TA";
                    });
        }
        return row;
    }

    private static List<@Nullable Object> terms(Statement statement) {
        List<@Nullable Object> terms = new ArrayList<>();
        terms.add(term(statement.getSubject()));
        terms.add(term(statement.getPredicate()));
        terms.add(term(statement.getObject()));
        if (statement.getContext() != null) {
            terms.add(term(statement.getContext()));
        }
        return terms;
    }

    /** An IRI in angle brackets, a blank node after {@code _:}, a literal as a list, a quoted triple as an object. */
    private static @Nullable Object term(@Nullable Value value) {
        if (value instanceof IRI iri) {
            return "<" + iri.stringValue() + ">";
        } else if (value instanceof BNode node) {
            return "_:" + node.getID();
        } else if (value instanceof Literal literal) {
            if (literal.getLanguage().isPresent()) {
                return List.of(literal.getLabel(), "@" + literal.getLanguage().get());
            }
            return literal.getDatatype().equals(XSD.STRING)
                    ? List.of(literal.getLabel())
                    : List.of(literal.getLabel(), literal.getDatatype().stringValue());
        } else if (value instanceof Triple triple) {
            return Map.of(
                    "quoted",
                    List.of(term(triple.getSubject()), term(triple.getPredicate()), term(triple.getObject())));
        }
        return null;
    }
}
