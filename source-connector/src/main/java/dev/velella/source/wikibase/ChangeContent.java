package dev.velella.source.wikibase;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.source.payload.PayloadOptions;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Makes elements of changes. Shared statements are statements of the entity like all others: each entity has a graph of its
 * own, so a statement that several entities share stands in the graph of each. Stateless but for limits.
 */
final class ChangeContent {
    private final DocumentReader documents;
    private final long mostStatements;

    ChangeContent(ReadingLimits limits) {
        documents = new DocumentReader(PayloadOptions.frameLimits(limits), limits, Set.of());
        mostStatements = limits.statements();
    }

    /**
     * The element of a change: a patch, or the whole graph of the entity; null if the entity was deleted.
     *
     * @throws PayloadException if its documents cannot be read
     */
    @Nullable
    StreamElement of(List<RdfChange> chunks) {
        Set<Statement> adds = new LinkedHashSet<>();
        Set<Statement> deletes = new LinkedHashSet<>();
        for (RdfChange chunk : chunks) {
            chunk.data().forEach((part, document) -> {
                boolean isAdded = part == RdfChange.Part.ADDED || part == RdfChange.Part.LINKED_SHARED;
                read(document, isAdded ? adds : deletes);
            });
        }
        return switch (chunks.get(0).operation()) {
            case DELETE -> null;
            case DIFF -> RdfPatch.change(deletes, adds);
            case IMPORT, RECONCILE -> RdfGraph.of(List.copyOf(adds));
        };
    }

    private void read(RdfChange.Document document, Set<Statement> into) {
        DocumentFormat format = DocumentFormat.ofMediaType(document.mediaType().toLowerCase(Locale.ROOT))
                .filter(known -> known.kind() == ElementKind.GRAPH)
                .orElseThrow(() -> new PayloadException(
                        RefusalReason.UNDECODABLE,
                        "the data of the event are " + ErrorText.name(document.mediaType())
                                + ", which is no known format of RDF"));
        try {
            into.addAll(documents
                    .readGraph(format, document.text().getBytes(StandardCharsets.UTF_8))
                    .statements());
        } catch (DocumentLimitException e) {
            throw new PayloadException(RefusalReason.TOO_LARGE, "the data of the event: " + e.getMessage(), e);
        } catch (MalformedDocumentException e) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE,
                    "the data of the event are not " + format.mediaType() + ": " + e.getMessage(),
                    e);
        }
        if (into.size() > mostStatements) {
            throw new PayloadException(
                    RefusalReason.TOO_LARGE, "the change has more than limits.element.statements=" + mostStatements);
        }
    }
}
