package dev.velella.sink.store;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** A made-up stream of one device: every element replaces a few readings; gives the patches between them. */
public final class Stream {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final String key;
    private final int readings;
    private Set<Statement> state = new LinkedHashSet<>();
    private long number;

    public Stream(String key, int readings) {
        this.key = key;
        this.readings = readings;
    }

    /** A patch with its place in the chain. */
    public record Numbered(PatchPosition position, RdfPatch patch) {}

    public static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    /** A quad with a number as object; graph null is the default graph. */
    public static Statement statement(String subject, long object, String graph) {
        return VALUES.createStatement(
                iri("urn:test:" + subject),
                iri("urn:test:value"),
                VALUES.createLiteral(object),
                graph == null ? null : iri(graph));
    }

    public String key() {
        return key;
    }

    /** The graph that the default template gives this stream. */
    public String graph() {
        return "urn:velella:stream:" + key;
    }

    /** The patch to the next element. */
    public Numbered next() {
        number++;
        Set<Statement> next = new LinkedHashSet<>();
        next.add(statement(key, 0, graph()));
        for (int i = 0; i < readings; i++) {
            next.add(statement(key + ":reading" + i, number * 1000 + i, graph()));
        }
        List<Statement> deletes = new ArrayList<>(state);
        deletes.removeAll(next);
        List<Statement> adds = new ArrayList<>(next);
        adds.removeAll(state);
        state = next;
        return new Numbered(new PatchPosition(number, GraphHash.ofSet(state), false), RdfPatch.change(deletes, adds));
    }

    /** The graph after the last patch. */
    public Set<Statement> state() {
        return Set.copyOf(state);
    }

    /** Hash of the graph after the last patch. */
    public long hash() {
        return GraphHash.ofSet(state);
    }

    /** Number of statements after the last patch. */
    public int size() {
        return state.size();
    }
}
