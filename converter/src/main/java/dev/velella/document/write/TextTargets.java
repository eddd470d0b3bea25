package dev.velella.document.write;

import dev.velella.document.format.DocumentFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.helpers.BasicWriterSettings;
import org.eclipse.rdf4j.rio.jsonld.JSONLDWriter;
import org.eclipse.rdf4j.rio.trigstar.TriGStarWriter;
import org.eclipse.rdf4j.rio.turtlestar.TurtleStarWriter;

/**
 * Makes the targets of the text formats. A target does not check the terms of statements: see
 * {@link dev.velella.document.budget.VerifiedTerms VerifiedTerms}.
 */
public final class TextTargets {
    /** Besides letters and digits of ASCII, characters of IRIs that Rio does not escape. */
    private static final String PLAIN = "/:#.-_~?&=+,;@%";

    private TextTargets() {}

    /**
     * A target that writes UTF-8 to a stream.
     *
     * @throws IllegalArgumentException if the format is a format of patches
     */
    public static GraphTarget open(DocumentFormat format, OutputStream out) {
        return open(format, new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16));
    }

    /**
     * A target that writes to a writer. N-Triples and N-Quads are written line by line.
     *
     * @throws IllegalArgumentException if the format is a format of patches
     */
    public static GraphTarget open(DocumentFormat format, Writer writer) {
        GraphTarget target =
                switch (format) {
                    case N_TRIPLES, N_QUADS -> new LinesTarget(writer);
                    case TURTLE -> new WriterTarget(settings(new Turtle(writer)));
                    case TRIG -> new WriterTarget(settings(new TriG(writer)));
                    case JSON_LD -> jsonLd(writer);
                    case RDF_XML -> new WriterTarget(settings(new XmlWriter(writer)));
                    case RDF_PATCH -> throw new IllegalArgumentException(format + " is not a format of graphs");
                };
        return new FitCheck(format, target, writer);
    }

    /**
     * A target that writes a log of NDJSON-LD in UTF-8 to a stream: each message is a line, and what comes without messages is
     * one message.
     */
    public static GraphTarget ndJsonLd(OutputStream out) {
        return ndJsonLd(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16));
    }

    /** As {@link #ndJsonLd(OutputStream)}, to a writer. */
    public static GraphTarget ndJsonLd(Writer writer) {
        return new FitCheck(DocumentFormat.JSON_LD, new JsonLinesTarget(writer), writer);
    }

    /** A target for one document of JSON-LD, without checks. */
    static GraphTarget jsonLd(Writer writer) {
        return new WriterTarget(settings(new JSONLDWriter(writer)));
    }

    /** Settings for writing each statement at once, without a model in memory. JSON-LD needs a model all the same. */
    private static RDFWriter settings(RDFWriter writer) {
        writer.set(BasicWriterSettings.PRETTY_PRINT, false);
        writer.set(BasicWriterSettings.INLINE_BLANK_NODES, false);
        return writer;
    }

    /** Whether an IRI has control characters, which Rio would replace by percent signs. */
    static boolean hasControls(String iri) {
        return iri.chars().anyMatch(Character::isISOControl);
    }

    /**
     * Whether an IRI is not left to Rio: one with control characters; and one that Rio would write as it is, but character
     * by character, which takes some ten times as long.
     *
     * @param namespaces by namespace, the prefix that the document has for it
     */
    private static boolean isWrittenWhole(String text, Map<String, String> namespaces) {
        if (!isPlain(text)) {
            return hasControls(text);
        }
        for (String namespace : namespaces.keySet()) {
            if (text.startsWith(namespace)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String iri) {
        for (int i = 0; i < iri.length(); i++) {
            char c = iri.charAt(i);
            boolean isAlphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!isAlphanumeric && PLAIN.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** A writer of Turtle that does not change labels of blank nodes and IRIs. */
    private static final class Turtle extends TurtleStarWriter implements WriterTarget.Directives {
        Turtle(Writer out) {
            super(out);
        }

        @Override
        public void directive(String line) throws IOException {
            closePreviousStatement();
            writer.write(line);
            writer.writeEOL();
        }

        @Override
        protected void writeURI(IRI iri) throws IOException {
            if (isWrittenWhole(iri.stringValue(), namespaceTable)) {
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

    /** A writer of TriG that does not change labels of blank nodes and IRIs. */
    private static final class TriG extends TriGStarWriter implements WriterTarget.Directives {
        TriG(Writer out) {
            super(out);
        }

        @Override
        public void directive(String line) throws IOException {
            closePreviousStatement();
            closeActiveContext();
            writer.write(line);
            writer.writeEOL();
        }

        @Override
        protected void writeURI(IRI iri) throws IOException {
            if (isWrittenWhole(iri.stringValue(), namespaceTable)) {
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
