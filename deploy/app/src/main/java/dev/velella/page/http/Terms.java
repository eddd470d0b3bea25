package dev.velella.page.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.page.PatchNote;
import dev.velella.page.StreamBook;
import dev.velella.rdf.PatchOperation;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/** Graphs and patches as JSON, with terms as in the JSON results of SPARQL. Stateless. */
final class Terms {
    private static final int MOST_STATEMENTS = 2_000;

    private Terms() {}

    /** A stream: its graph, its last patches with their rows, and the sizes of all patches that are remembered. */
    static void write(ObjectNode node, StreamBook.Stream stream, int mostPatches) {
        node.put("key", stream.key());
        if (stream.graph() != null && stream.place() != null) {
            ObjectNode graph = node.putObject("graph");
            graph.put("record", stream.place().record());
            graph.put("time", stream.place().time());
            graph.put("bytes", stream.place().bytes());
            graph.put("size", stream.graph().statements().size());
            ArrayNode statements = graph.putArray("statements");
            stream.graph().statements().stream()
                    .limit(MOST_STATEMENTS)
                    .forEach(statement -> write(statements.addArray(), statement));
        } else {
            node.putNull("graph");
        }
        ArrayNode patches = node.putArray("patches");
        stream.patches().stream().limit(mostPatches).forEach(patch -> write(patches.addObject(), patch));
        ArrayNode changes = node.putArray("changes");
        for (int i = stream.patches().size() - 1; i >= 0; i--) {
            PatchNote patch = stream.patches().get(i);
            changes.addArray().add(patch.place().time()).add(patch.adds()).add(patch.deletes());
        }
    }

    /** A patch with its rows. */
    static void write(ObjectNode node, PatchNote patch) {
        node.put("number", patch.number());
        node.put("hash", patch.hash());
        node.put("time", patch.place().time());
        node.put("record", patch.place().record());
        node.put("bytes", patch.place().bytes());
        node.put("addCount", patch.adds());
        node.put("deleteCount", patch.deletes());
        ArrayNode deletes = node.putArray("deletes");
        ArrayNode adds = node.putArray("adds");
        int rows = 0;
        for (PatchOperation operation : patch.patch().operations()) {
            if (rows++ > MOST_STATEMENTS) {
                break;
            }
            if (operation instanceof PatchOperation.Add add) {
                write(adds.addArray(), add.statement());
            } else if (operation instanceof PatchOperation.Delete delete) {
                write(deletes.addArray(), delete.statement());
            }
        }
    }

    private static void write(ArrayNode node, Statement statement) {
        write(node.addObject(), statement.getSubject());
        write(node.addObject(), statement.getPredicate());
        write(node.addObject(), statement.getObject());
        if (statement.getContext() != null) {
            write(node.addObject(), statement.getContext());
        }
    }

    private static void write(ObjectNode node, Value value) {
        if (value instanceof IRI) {
            node.put("type", "uri").put("value", value.stringValue());
        } else if (value instanceof BNode bnode) {
            node.put("type", "bnode").put("value", bnode.getID());
        } else if (value instanceof Literal literal) {
            node.put("type", "literal").put("value", literal.getLabel());
            literal.getLanguage().ifPresent(language -> node.put("xml:lang", language));
            if (literal.getLanguage().isEmpty() && literal.getCoreDatatype() != CoreDatatype.XSD.STRING) {
                node.put("datatype", literal.getDatatype().stringValue());
            }
        } else {
            node.put("type", "triple").put("value", value.stringValue());
        }
    }
}
