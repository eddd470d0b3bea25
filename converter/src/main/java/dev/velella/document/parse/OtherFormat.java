package dev.velella.document.parse;

import dev.velella.document.format.DocumentFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells of a text that could not be read whether it is of another format, because the first character that does not fit
 * would say little. Stateless.
 */
final class OtherFormat {
    private static final Pattern HTML =
            Pattern.compile("(?i)<(!DOCTYPE\\s+html|html|head|body)[\\s>].*", Pattern.DOTALL);
    private static final Pattern XML = Pattern.compile(
            "<(\\?xml\\s|!--|!DOCTYPE\\s|[\\w.-]+(:[\\w.-]+)?\\s+[\\w:.-]+\\s*=|rdf:RDF>).*", Pattern.DOTALL);
    private static final Pattern JSON = Pattern.compile("(\\{\\s*\"|\\[\\s*\\{).*", Pattern.DOTALL);
    private static final Pattern DIRECTIVE =
            Pattern.compile("(?i)(@prefix|@base|prefix|base)\\s+[^\\s\"]*[:<].*", Pattern.DOTALL);
    private static final Pattern TERMS =
            Pattern.compile("(<(https?|urn|file):[^>\\s]*>|_:\\S+)[ \\t]+(<[^>\\s]*>|a)[ \\t].*", Pattern.DOTALL);
    private static final Pattern BINARY = Pattern.compile(".*[\\x00-\\x08\\x0E-\\x1F].*", Pattern.DOTALL);

    private OtherFormat() {}

    /**
     * What a text is, if it is not of the format.
     *
     * @param beginning its first characters
     * @param format the format by which it could not be read
     */
    static @Nullable String problem(String beginning, DocumentFormat format) {
        String text = beginning.strip();
        String not = ", not " + name(format);
        boolean isTurtle = format == DocumentFormat.TURTLE || format == DocumentFormat.TRIG;
        boolean isLines = format == DocumentFormat.N_TRIPLES || format == DocumentFormat.N_QUADS;
        if (text.isEmpty()) {
            return "it is empty";
        } else if (BINARY.matcher(text).matches()) {
            return "these bytes are no text, such as Jelly or a packed file" + not;
        } else if (format != DocumentFormat.RDF_XML && HTML.matcher(text).matches()) {
            return "this is a page in HTML" + not + "; does its address lead to the data?";
        } else if (format != DocumentFormat.RDF_XML && XML.matcher(text).matches()) {
            return "this is XML" + not + "; RDF/XML has the name rdfxml, and files of it end in .rdf";
        } else if (format != DocumentFormat.JSON_LD && JSON.matcher(text).matches()) {
            return "this is JSON" + not + "; JSON-LD has the name jsonld, and files of it end in .jsonld";
        } else if (!isTurtle && DIRECTIVE.matcher(text).matches()) {
            return "this is Turtle or TriG" + not + "; files of them end in .ttl and .trig";
        } else if (!isTurtle && !isLines && TERMS.matcher(text).matches()) {
            return "this is N-Triples, N-Quads or Turtle" + not + "; files of them end in .nt, .nq and .ttl";
        }
        return null;
    }

    private static String name(DocumentFormat format) {
        return switch (format) {
            case N_TRIPLES -> "N-Triples";
            case N_QUADS -> "N-Quads";
            case TURTLE -> "Turtle";
            case TRIG -> "TriG";
            case RDF_XML -> "RDF/XML";
            case JSON_LD -> "JSON-LD";
            case RDF_PATCH -> "RDF Patch";
        };
    }

    /** The text of an error of Java's XML parser in plain words. */
    static String plain(String reason) {
        return switch (reason) {
            case "Content is not allowed in prolog." -> "this is no XML: other text stands before its first element";
            case "Premature end of file." -> "the document ends before its first element";
            default -> reason;
        };
    }
}
