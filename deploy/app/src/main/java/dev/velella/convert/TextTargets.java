package dev.velella.convert;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.helpers.BasicWriterSettings;
import org.eclipse.rdf4j.rio.jsonld.JSONLDWriter;
import org.eclipse.rdf4j.rio.trigstar.TriGStarWriter;
import org.eclipse.rdf4j.rio.turtlestar.TurtleStarWriter;

/** Makes the targets of the text formats. */
final class TextTargets {
    private TextTargets() {}

    /** A target that writes UTF-8 there. */
    static GraphTarget open(DataFormat format, OutputStream out) {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        GraphTarget target =
                switch (format) {
                    case NT, NQ -> new LinesTarget(writer);
                    case TTL -> new WriterTarget(settings(new Turtle(writer)));
                    case TRIG -> new WriterTarget(settings(new TriG(writer)));
                    case JSONLD -> new WriterTarget(settings(new JSONLDWriter(writer)));
                    case RDFXML -> new WriterTarget(settings(new XmlWriter(writer)));
                    default -> throw new IllegalArgumentException(format + " is not a text format of RDF");
                };
        return new FitCheck(format, target, writer);
    }

    /** Statement by statement as they come, without a model in memory; JSON-LD needs one anyway. */
    private static RDFWriter settings(RDFWriter writer) {
        writer.set(BasicWriterSettings.PRETTY_PRINT, false);
        writer.set(BasicWriterSettings.INLINE_BLANK_NODES, false);
        return writer;
    }

    /** Whether an IRI has control characters, for which Rio would write percent signs. */
    static boolean hasControls(String iri) {
        return iri.chars().anyMatch(Character::isISOControl);
    }

    /** Turtle with labels of blank nodes and IRIs as they are. */
    private static final class Turtle extends TurtleStarWriter {
        Turtle(Writer out) {
            super(out);
        }

        @Override
        protected void writeURI(IRI iri) throws IOException {
            if (hasControls(iri.stringValue())) {
                writer.write("<" + iri.stringValue() + ">");
            } else {
                super.writeURI(iri);
            }
        }

        @Override
        protected void writeBNode(BNode node, boolean inline) throws IOException {
            writer.write("_:" + node.getID());
        }
    }

    /** TriG with labels of blank nodes and IRIs as they are. */
    private static final class TriG extends TriGStarWriter {
        TriG(Writer out) {
            super(out);
        }

        @Override
        protected void writeURI(IRI iri) throws IOException {
            if (hasControls(iri.stringValue())) {
                writer.write("<" + iri.stringValue() + ">");
            } else {
                super.writeURI(iri);
            }
        }

        @Override
        protected void writeBNode(BNode node, boolean inline) throws IOException {
            writer.write("_:" + node.getID());
        }
    }
}
