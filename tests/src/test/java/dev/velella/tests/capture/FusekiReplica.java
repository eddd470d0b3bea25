package dev.velella.tests.capture;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.Samples;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.remote.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sparql.SPARQLRepository;

/** A replica of a captured repository in a Fuseki that lives as long as this object. It has IRIs in the place of blank nodes. */
final class FusekiReplica implements AutoCloseable {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NAME = "fuseki-sink";

    private final ServerProcess server;
    private final String bootstrapServers;
    private final String topic;

    /** @param topic of the patches */
    FusekiReplica(Path directory, String bootstrapServers, String topic) throws Exception {
        server = new ServerProcess(ServerProcess.Kind.FUSEKI, directory, Map.of());
        server.awaitUp();
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
    }

    /** Configuration of the sink. */
    ObjectNode sink() throws IOException {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("topics", topic);
        options.put("snapshot.topics", "");
        options.put("tasks.max", "1");
        options.put("target.url", server.queryUrl().toString());
        options.put("target.update.url", server.updateUrl().toString());
        options.put("consumer.override.session.timeout.ms", "6000");
        ObjectNode connector = new Samples(Installation.home()).connector("sparql-sink.json", options);
        connector.put("name", NAME);
        return connector;
    }

    /** Waits until all records before an offset are in the store. */
    void awaitApplied(long end, Duration patience) throws Exception {
        Await.until(NAME + " has applied the records before " + end, patience, () -> server.applied(NAME) >= end);
    }

    /** All statements outside the graphs of the sink. */
    Set<Statement> contents() {
        SPARQLRepository repository = new SPARQLRepository(server.queryUrl().toString());
        Set<Statement> all = new HashSet<>();
        try (RepositoryConnection connection = repository.getConnection();
                TupleQueryResult rows = connection
                        .prepareTupleQuery("SELECT ?s ?p ?o ?g WHERE { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }")
                        .evaluate()) {
            for (BindingSet row : rows) {
                Resource graph = (Resource) row.getValue("g");
                if (!ReservedGraphs.isReserved(graph)) {
                    all.add(VALUES.createStatement(
                            (Resource) row.getValue("s"), (IRI) row.getValue("p"), row.getValue("o"), graph));
                }
            }
        } finally {
            repository.shutDown();
        }
        return all;
    }

    /** Statements as this store has them. */
    static Set<Statement> named(Set<Statement> statements) {
        return RepositoryContents.with(statements, FusekiReplica::named);
    }

    private static Value named(Value term) {
        return term instanceof BNode node ? VALUES.createIRI(TermPolicy.SKOLEM + node.getID()) : term;
    }

    @Override
    public void close() {
        server.close();
    }
}
