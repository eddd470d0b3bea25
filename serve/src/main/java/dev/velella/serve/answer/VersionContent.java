package dev.velella.serve.answer;

import dev.velella.document.write.GraphTarget;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.kit.http.message.Content;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.serve.state.GraphReader;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Versions of a stream's graph, the latest first, as members of an event stream. In a log the statements about the page are the
 * first message, and each version is one. The graph of a version is the one after it
 * without the patch between them. Each step is checked: the hash of the graph must be the one that the patch announces.
 *
 * <p>Owns the patches and closes them. Not thread-safe.
 */
public final class VersionContent implements Content {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Rows<StoredPatch> patches;
    private final Members members;
    private final long first;
    private final long last;
    private final JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
    private final StringWriter text = new StringWriter();
    private final GraphTarget target;
    private final boolean isLog;
    private final Set<Statement> graph;
    private final List<Statement> head;
    private boolean begun;

    /** Describes the members of an event stream. */
    public interface Members {
        /** IRI of a version, which is the name of its graph too. */
        IRI iri(long number);

        /** Statements about a version. */
        List<Statement> about(StoredPatch version);
    }

    /**
     * @param head statements before the versions
     * @param latest the latest graph of the stream
     * @param patches the patches of the stream from the latest down
     * @param first number of the first version
     * @param last number of the last version, at most that of the latest graph
     */
    public VersionContent(
            GraphFormat format,
            List<Statement> head,
            StoredGraph latest,
            Rows<StoredPatch> patches,
            long first,
            long last,
            Members members) {
        this.head = List.copyOf(head);
        this.patches = patches;
        this.members = members;
        this.first = first;
        this.last = last;
        target = format.target(text);
        isLog = format.isLog();
        graph = new HashSet<>(new GraphReader().statements(latest));
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        if (!begun) {
            begun = true;
            write(head);
            endMessage();
            send(out);
            return Progress.MORE;
        }
        StoredPatch patch = patches.next();
        if (patch == null || patch.number() < first) {
            target.end();
            send(out);
            return Progress.END;
        }
        if (patch.number() <= last) {
            check(patch);
            write(members.about(patch));
            IRI name = members.iri(patch.number());
            for (Statement each : graph) {
                target.statement(
                        VALUES.createStatement(each.getSubject(), each.getPredicate(), each.getObject(), name));
            }
            endMessage();
            send(out);
        }
        undo(patch);
        return Progress.MORE;
    }

    private void endMessage() throws IOException {
        if (isLog) {
            target.endMessage();
        }
    }

    private void check(StoredPatch patch) throws IOException {
        if (GraphHash.ofSet(graph) != patch.hash()) {
            throw new IOException("version " + patch.number() + " of stream " + patch.key()
                    + " cannot be had from the patches: its hash is another one");
        }
    }

    private void undo(StoredPatch patch) {
        List<PatchOperation> rows = decoder.decode(patch.frame()).effectiveOperations();
        for (int i = rows.size() - 1; i >= 0; i--) {
            if (rows.get(i) instanceof PatchOperation.Add add) {
                graph.remove(add.statement());
            } else if (rows.get(i) instanceof PatchOperation.Delete delete) {
                graph.add(delete.statement());
            }
        }
    }

    private void write(List<Statement> statements) throws IOException {
        for (Statement statement : statements) {
            target.statement(statement);
        }
    }

    private void send(OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.getBuffer().setLength(0);
    }

    @Override
    public void close() {
        patches.close();
    }
}
