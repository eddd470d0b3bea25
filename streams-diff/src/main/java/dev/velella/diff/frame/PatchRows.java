package dev.velella.diff.frame;

import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.options.NamespacePolicy;
import dev.velella.diff.options.PatchHeaders;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.DateTimes;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.AddNamespace;
import dev.velella.rdf.PatchOperation.Header;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows to a change, if the options want them: RDF Patch headers before the change, and namespaces in its
 * transaction.
 *
 * <p>For a bounded number of streams, this object remembers the namespaces that it has written since the task was
 * initialised. It keeps the streams that were written last. A namespace of any other stream is written once more, which
 * changes nothing. Not thread-safe.
 */
public final class PatchRows {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int MOST_STREAMS = 10_000;

    private final PatchHeaders headers;
    private final NamespacePolicy policy;

    /** By stream: the namespaces that were written last. */
    private final Map<String, Map<String, String>> written = new BoundedMap<>(MOST_STREAMS);

    public PatchRows(PatchHeaders headers, NamespacePolicy policy) {
        this.headers = headers;
        this.policy = policy;
    }

    /**
     * Makes the whole patch for a change.
     *
     * @param change rows of the change: TX, deletes, adds, TC
     * @param key key of the stream
     * @param number number of the patch
     * @param element the element that caused the patch; null if no record caused it
     * @param place position of the record; null if no record caused the patch
     */
    public RdfPatch around(
            RdfPatch change, String key, long number, @Nullable InputElement element, @Nullable RecordPlace place) {
        List<PatchOperation> before = headers == PatchHeaders.FULL ? headers(key, number, element, place) : List.of();
        List<AddNamespace> namespaces =
                element == null || element.graph() == null ? List.of() : namespaces(key, element.graph());
        if (before.isEmpty() && namespaces.isEmpty()) {
            return change;
        }
        List<PatchOperation> rows = new ArrayList<>(before);
        for (PatchOperation row : change.operations()) {
            rows.add(row);
            if (row == Transaction.START) {
                rows.addAll(namespaces);
            }
        }
        return new RdfPatch(rows);
    }

    /** Notes that the patch of an element was written. */
    public void wrote(InputElement element) {
        RdfGraph graph = element.graph();
        if (policy == NamespacePolicy.DROP
                || graph == null
                || graph.namespaces().isEmpty()) {
            return;
        }
        written.put(element.key(), graph.namespaces());
    }

    private static List<PatchOperation> headers(
            String key, long number, @Nullable InputElement element, @Nullable RecordPlace place) {
        List<PatchOperation> rows = new ArrayList<>();
        rows.add(new Header("id", id(key, number)));
        if (number > 1) {
            rows.add(new Header("prev", id(key, number - 1)));
        }
        if (element != null) {
            if (element.graph() != null) {
                element.graph().graphName().ifPresent(name -> rows.add(new Header("element", name)));
            }
            rows.add(new Header("time", DateTimes.literal(element.time())));
        }
        if (place != null && place.isKnown()) {
            rows.add(new Header("input", VALUES.createLiteral(place.toString())));
        }
        return rows;
    }

    /** Name of a patch. The same patch has the same name on every machine and at every time. */
    private static IRI id(String key, long number) {
        return VALUES.createIRI("urn:velella:patch:" + TargetGraph.percentEncoded(key) + ":" + number);
    }

    private List<AddNamespace> namespaces(String key, RdfGraph graph) {
        if (policy == NamespacePolicy.DROP || graph.namespaces().isEmpty()) {
            return List.of();
        }
        Map<String, String> known = written.getOrDefault(key, Map.of());
        List<AddNamespace> rows = new ArrayList<>();
        new TreeMap<>(graph.namespaces()).forEach((prefix, iri) -> {
            // A namespace that is no absolute IRI is left out, because a patch cannot contain it.
            if (!iri.equals(known.get(prefix)) && GraphSettings.isAbsoluteIri(iri)) {
                rows.add(new AddNamespace(prefix, VALUES.createIRI(iri), null));
            }
        });
        return rows;
    }
}
