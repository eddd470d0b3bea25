package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Conditions;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Negotiation;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.rdf.DateTimes;
import dev.velella.serve.answer.GraphFormat;
import dev.velella.serve.answer.VersionContent;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.DCTERMS;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /ldes?key=KEY}: the versions of a stream's graph as a Linked Data Event Stream. The view has a relation to
 * each page; a page has a fixed range of versions. A page whose versions are complete never changes, so caches may keep it.
 * Thread-safe.
 */
final class LdesRoute implements Route {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String TREE = "https://w3id.org/tree#";
    private static final String LDES = "https://w3id.org/ldes#";
    private static final Set<String> PARAMETERS = Set.of("key", "page");
    private static final List<GraphFormat> FORMATS = List.of(
            GraphFormat.TRIG,
            GraphFormat.N_QUADS,
            GraphFormat.TRIG_LOG,
            GraphFormat.N_QUADS_LOG,
            GraphFormat.JSON_LD_LOG);

    private final KeyLookup lookup;
    private final int pageSize;
    private final String scheme;

    LdesRoute(KeyLookup lookup, int pageSize, String scheme) {
        this.lookup = lookup;
        this.pageSize = pageSize;
        this.scheme = scheme;
    }

    @Override
    public Answer answer(ServerRequest request) {
        Map<String, List<String>> parameters = request.parameters(PARAMETERS);
        String key = ServerRequest.one(parameters, "key");
        if (key == null) {
            throw new HttpFault(400, "key= is needed: each stream is an event stream of its own");
        }
        String page = ServerRequest.one(parameters, "page");
        GraphFormat format = Negotiation.format(request.header("Accept"), FORMATS);
        String host = host(request);
        EventStream stream =
                new EventStream(scheme + "://" + host + "/ldes?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
        if (page == null) {
            return lookup.answer(request, key, false, (view, graph) -> root(view, graph, stream, format, request));
        }
        long number = number(page);
        return lookup.answer(request, key, false, (view, graph) -> page(view, graph, stream, number, format));
    }

    /** The host as the client calls it, also if another instance has passed the request on. */
    private static String host(ServerRequest request) {
        String called = request.header(KeyLookup.PASSED_ON) == null ? null : request.header(KeyLookup.CALLED_AS);
        String host = called == null ? request.header("Host") : called;
        if (host == null || !host.matches("[A-Za-z0-9.:_\\[\\]-]+")) {
            throw new HttpFault(400, "the header Host is no host");
        }
        return host;
    }

    private static long number(String text) {
        if (!text.matches("[0-9]{1,12}")) {
            throw new HttpFault(400, "page= takes the number of a page, from 0, not '" + text + "'");
        }
        return Long.parseLong(text);
    }

    private Answer root(
            StoreView view, StoredGraph graph, EventStream stream, GraphFormat format, ServerRequest request) {
        if (Conditions.has(request.header("If-None-Match"), graph.position())) {
            view.close();
            return Answer.empty(304).header("ETag", Conditions.tag(graph.position()));
        }
        List<Statement> head = new ArrayList<>(stream.description());
        try (Rows<StoredPatch> kept = view.patches(graph.key(), 1)) {
            StoredPatch patch = kept.next();
            boolean whole = false;
            for (; patch != null; patch = kept.next()) {
                boolean begins = (patch.number() - 1) % pageSize == 0;
                whole |= begins;
                if (whole && begins) {
                    head.addAll(stream.relation((patch.number() - 1) / pageSize, patch.time()));
                }
            }
        }
        long none = graph.number() + 1;
        return Answer.of(
                        format,
                        new VersionContent(format, head, graph, new OwnedRows<>(() -> null, view), none, none, stream))
                .header("ETag", Conditions.tag(graph.position()))
                .header("Cache-Control", "no-cache");
    }

    private Answer page(StoreView view, StoredGraph graph, EventStream stream, long page, GraphFormat format) {
        long first = page * pageSize + 1;
        long last = Math.min(first + pageSize - 1, graph.number());
        if (first > graph.number()) {
            throw new HttpFault(404, "there is no page " + page + " yet");
        }
        if (!view.hasPatch(graph.key(), first)) {
            throw new HttpFault(410, "the versions of page " + page + " are not kept any more");
        }
        boolean complete = last == first + pageSize - 1;
        List<Statement> head = stream.pageHead(page);
        Rows<StoredPatch> patches = new OwnedRows<>(view.patchesDown(graph.key(), graph.number()), view);
        return Answer.of(format, new VersionContent(format, head, graph, patches, first, last, stream))
                .header("ETag", Conditions.tag("page." + page + "." + (last - first + 1)))
                .header("Cache-Control", complete ? "public, max-age=31536000, immutable" : "no-cache");
    }

    private static IRI tree(String name) {
        return VALUES.createIRI(TREE, name);
    }

    /** The event stream of a stream; its address is the IRI of the view too. */
    private record EventStream(String address) implements VersionContent.Members {
        private IRI view() {
            return VALUES.createIRI(address);
        }

        private IRI node(long page) {
            return VALUES.createIRI(address + "&page=" + page);
        }

        private IRI collection() {
            return VALUES.createIRI(address + "#stream");
        }

        List<Statement> description() {
            return List.of(
                    of(collection(), RDF.TYPE, VALUES.createIRI(LDES, "EventStream")),
                    of(collection(), VALUES.createIRI(LDES, "timestampPath"), DCTERMS.CREATED),
                    of(collection(), VALUES.createIRI(LDES, "versionOfPath"), DCTERMS.IS_VERSION_OF),
                    of(collection(), tree("view"), view()),
                    of(view(), RDF.TYPE, tree("Node")));
        }

        List<Statement> relation(long page, long time) {
            BNode relation = VALUES.createBNode("page" + page);
            List<Statement> statements = new ArrayList<>(
                    List.of(of(view(), tree("relation"), relation), of(relation, tree("node"), node(page))));
            Literal created = time(time);
            if (created == null) {
                statements.add(of(relation, RDF.TYPE, tree("Relation")));
            } else {
                statements.add(of(relation, RDF.TYPE, tree("GreaterThanOrEqualToRelation")));
                statements.add(of(relation, tree("path"), DCTERMS.CREATED));
                statements.add(of(relation, tree("value"), created));
            }
            return statements;
        }

        List<Statement> pageHead(long page) {
            return List.of(
                    of(collection(), RDF.TYPE, VALUES.createIRI(LDES, "EventStream")),
                    of(collection(), tree("view"), view()),
                    of(node(page), RDF.TYPE, tree("Node")));
        }

        @Override
        public IRI iri(long number) {
            return VALUES.createIRI(address + "#" + number);
        }

        @Override
        public List<Statement> about(StoredPatch version) {
            IRI member = iri(version.number());
            List<Statement> statements = new ArrayList<>(
                    List.of(of(collection(), tree("member"), member), of(member, DCTERMS.IS_VERSION_OF, collection())));
            Literal created = time(version.time());
            if (created != null) {
                statements.add(of(member, DCTERMS.CREATED, created));
            }
            return statements;
        }

        private static @Nullable Literal time(long ms) {
            return ms < 0 ? null : DateTimes.literal(ms);
        }

        private static Statement of(Resource subject, IRI predicate, Value object) {
            return VALUES.createStatement(subject, predicate, object);
        }
    }
}
