package dev.velella.source.simulator;

import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/** Simulated elements as N-Quads, spelled as the generator script spells them. Nothing in them needs an escape. */
final class NQuadsText {
    private NQuadsText() {}

    /** All elements of the simulator from here on, as UTF-8. */
    static byte[] bytes(WeatherSimulator simulator) {
        StringBuilder out = new StringBuilder();
        for (SimulatedElement e = simulator.next(); e != null; e = simulator.next()) {
            append(out, e.graph());
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    static String md5(WeatherOptions options) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            WeatherSimulator simulator = new WeatherSimulator(options);
            for (SimulatedElement e = simulator.next(); e != null; e = simulator.next()) {
                StringBuilder out = new StringBuilder(32_000);
                append(out, e.graph());
                digest.update(out.toString().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static void append(StringBuilder out, RdfGraph graph) {
        for (Statement statement : graph.statements()) {
            term(out, statement.getSubject());
            term(out, statement.getPredicate());
            term(out, statement.getObject());
            if (statement.getContext() != null) {
                term(out, statement.getContext());
            }
            out.append(".\n");
        }
    }

    private static void term(StringBuilder out, Value value) {
        if (value instanceof Literal literal) {
            out.append('"').append(literal.getLabel()).append('"');
            if (literal.getCoreDatatype() != CoreDatatype.XSD.STRING) {
                out.append("^^<").append(literal.getDatatype().stringValue()).append('>');
            }
        } else if (value instanceof BNode node) {
            out.append("_:").append(node.getID());
        } else {
            out.append('<').append(value.stringValue()).append('>');
        }
        out.append(' ');
    }
}
