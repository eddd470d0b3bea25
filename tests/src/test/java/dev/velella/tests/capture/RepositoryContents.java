package dev.velella.tests.capture;

import dev.velella.tests.remote.ServedRepository;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;

/** Statements and positions of captured repositories, as their server tells them. */
public final class RepositoryContents {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    private final HttpClient client;

    /** @param client for its requests */
    public RepositoryContents(HttpClient client) {
        this.client = client;
    }

    /** The position of its outbox, in the written form. */
    public String position(ServedRepository repository) throws Exception {
        String graph = URLEncoder.encode("<urn:velella:outbox>", StandardCharsets.UTF_8);
        Set<Statement> answer = read(repository, "?infer=false&subj=" + graph + "&context=" + graph);
        return answer.stream()
                .map(statement -> statement.getObject().stringValue())
                .filter(text -> text.contains(" "))
                .findFirst()
                .orElseThrow();
    }

    /** All statements that a reader sees. */
    public Set<Statement> of(ServedRepository repository) throws Exception {
        return read(repository, "?infer=false");
    }

    private Set<Statement> read(ServedRepository repository, String query) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(repository.updateUrl() + query))
                .header("Accept", "application/n-quads")
                .build();
        RDFParser parser = Rio.createParser(RDFFormat.NQUADS);
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        List<Statement> all = new ArrayList<>();
        parser.setRDFHandler(new StatementCollector(all));
        HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            if (answer.statusCode() != 200) {
                throw new IOException(
                        repository + " was refused: " + new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
            parser.parse(body, "");
        }
        return with(all, RepositoryContents::own);
    }

    /** Statements with other subjects and objects. */
    static Set<Statement> with(Collection<Statement> statements, UnaryOperator<Value> other) {
        Set<Statement> changed = new HashSet<>();
        for (Statement statement : statements) {
            changed.add(VALUES.createStatement(
                    (Resource) other.apply(statement.getSubject()),
                    statement.getPredicate(),
                    other.apply(statement.getObject()),
                    statement.getContext()));
        }
        return changed;
    }

    /** A blank node by the label that the store has: the server writes another prefix before a digit. */
    private static Value own(Value term) {
        return term instanceof BNode node
                ? VALUES.createBNode(node.getID().replaceFirst("^genid[0-9a-f]{2}(?=[0-9])", ""))
                : term;
    }
}
