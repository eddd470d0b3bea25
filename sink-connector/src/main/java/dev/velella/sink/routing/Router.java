package dev.velella.sink.routing;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.RoutingOptions;
import dev.velella.sink.options.RoutingOptions.OnUnmatched;
import dev.velella.sink.query.ElementQuery;
import dev.velella.sink.targets.remote.RemoteOptions;
import dev.velella.sink.targets.remote.UrlTemplate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.jspecify.annotations.Nullable;

/** Tells which stores a record goes to: the same record always goes to the same ones. Used by one thread at a time. */
public final class Router {
    private static final String HEADER = "header.";
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final UrlTemplate url;
    private final @Nullable UrlTemplate updates;
    private final @Nullable ElementQuery query;
    private final int maxTargets;
    private final OnUnmatched onUnmatched;

    /** @param config configuration with placeholders in the address of its store */
    public Router(RdfSinkConfig config) {
        url = UrlTemplate.of(RemoteOptions.URL.of(config));
        String forUpdates = RemoteOptions.UPDATE_URL.orNull(config);
        updates = forUpdates == null ? null : UrlTemplate.of(forUpdates);
        String select = RoutingOptions.QUERY.orNull(config);
        query = select == null ? null : ElementQuery.parse(select);
        maxTargets = RoutingOptions.MAX_TARGETS.of(config);
        onUnmatched = RoutingOptions.ON_UNMATCHED.of(config);
    }

    /**
     * The stores of a record. Empty if the query has no row and such records are left out.
     *
     * @param content the decoded content
     * @throws PatchRefusedException if the record names no store, or too many, or one that cannot be addressed
     */
    public Set<Route> routes(InputRecord record, RecordContent content) {
        Set<Route> routes = new LinkedHashSet<>();
        if (query == null) {
            routes.add(route(record, Map.of()));
            return routes;
        }
        for (Map<String, Value> row : rows(query, record, content)) {
            routes.add(route(record, row));
        }
        if (routes.isEmpty() && onUnmatched == OnUnmatched.REFUSE) {
            throw refused("routing.query has no row for the record, so it names no store (routing.on.unmatched)");
        }
        return routes;
    }

    private List<Map<String, Value>> rows(ElementQuery select, InputRecord record, RecordContent content) {
        Map<String, Value> given = new HashMap<>();
        String key = record.key();
        if (key != null) {
            given.put("key", VALUES.createLiteral(key));
        }
        given.put("topic", VALUES.createLiteral(record.partition().topic()));
        try {
            return select.rows(statements(content), given, maxTargets);
        } catch (QueryEvaluationException e) {
            throw refused(
                    "routing.query fails for the record (routing.max.targets=" + maxTargets + "): " + e.getMessage());
        }
    }

    private Route route(InputRecord record, Map<String, Value> row) {
        return new Route(
                url.fill(name -> value(record, row, name)),
                updates == null ? null : updates.fill(name -> value(record, row, name)));
    }

    private static @Nullable String value(InputRecord record, Map<String, Value> row, String name) {
        Value selected = row.get(name);
        if (selected instanceof BNode) {
            throw refused("routing.query gives a blank node for ?" + name + ", which names no store");
        }
        if (selected != null) {
            return selected.stringValue();
        }
        if (name.startsWith(HEADER)) {
            return record.header(name.substring(HEADER.length()));
        }
        return switch (name) {
            case "key" -> record.key();
            case "topic" -> record.partition().topic();
            default -> null;
        };
    }

    /** The statements of a graph, or those that a patch adds and deletes. */
    private static Collection<Statement> statements(RecordContent content) {
        if (!(content instanceof RecordContent.Element data)) {
            return List.of();
        }
        if (data.element() instanceof RdfGraph graph) {
            return graph.statements();
        }
        List<Statement> changed = new ArrayList<>();
        for (PatchOperation row : ((RdfPatch) data.element()).operations()) {
            if (row instanceof PatchOperation.Add add) {
                changed.add(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                changed.add(delete.statement());
            }
        }
        return changed;
    }

    private static PatchRefusedException refused(String reason) {
        return new PatchRefusedException(RefusalReason.ROUTE, reason);
    }
}
