package dev.velella.source.format;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.parse.BoundedParsers;
import dev.velella.document.parse.StarLinesParser;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.JellyLimitException;
import dev.velella.rdf.RdfGraph;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParser;

/**
 * Reads one document as one element. Text must be UTF-8. Labels of blank nodes are kept. Every error of the parser ends
 * the reading, and so does a document of 0 bytes, because nobody has meant an empty graph by it. There is no base IRI: a
 * relative IRI is an error unless the document itself declares {@code @base}.
 */
final class DocumentParser {
    private static final int BUFFER = 1 << 16;

    private final ElementLimits limits;
    private final VerifiedIris values = new VerifiedIris();

    DocumentParser(ElementLimits limits) {
        this.limits = limits;
    }

    /** Whether {@link #parse} can read a document with this name; the end of the name decides. */
    static boolean reads(String name) {
        return extension(name).matches("ttl|trig|nt|nq|jelly");
    }

    /** Parses the stream to its end. The extension of the name tells the format. */
    RdfGraph parse(String name, InputStream in) throws IOException {
        InputStream limited = new LimitedInputStream(in, limits.bytes());
        ReadingBudget budget = new ReadingBudget(limits.reading());
        values.within(budget);
        if (extension(name).equals("jelly")) {
            return parseJelly(limited);
        }
        RDFParser parser = VerifiedTerms.settings(parserFor(extension(name), budget));
        StatementCollector collector = new StatementCollector(limits.statements(), budget);
        parser.setRDFHandler(collector);
        Reader text = utf8(limited);
        text.mark(1);
        if (text.read() < 0) {
            throw new IOException(
                    "is empty: 0 bytes, as a file that could not be written; an empty graph is a document with"
                            + " a comment or a prefix");
        }
        text.reset();
        parser.parse(text, null);
        return collector.element();
    }

    private RdfGraph parseJelly(InputStream in) throws IOException {
        try (JellyStreamReader frames = new JellyStreamReader(in, values, limits.frames())) {
            RdfGraph element = frames.next();
            if (element == null) {
                throw new EOFException();
            }
            if (frames.next() != null) {
                throw new RDFHandlerException("more than one Jelly frame; an element is one frame");
            }
            return element;
        } catch (JellyLimitException e) {
            throw StatementCollector.tooMany(limits.statements());
        }
    }

    /** A reader that refuses bytes that are not UTF-8, and skips a byte order mark. */
    static Reader utf8(InputStream in) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()), BUFFER);
        reader.mark(1);
        if (reader.read() != '\uFEFF') {
            reader.reset();
        }
        return reader;
    }

    private RDFParser parserFor(String extension, ReadingBudget budget) {
        return switch (extension) {
            case "ttl" -> BoundedParsers.turtle(values, budget);
            case "trig" -> BoundedParsers.trig(values, budget);
            case "nt" -> new StarLinesParser(values, false);
            case "nq" -> new StarLinesParser(values, true);
            default -> throw new IllegalArgumentException("no parser for " + extension);
        };
    }

    private static String extension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
