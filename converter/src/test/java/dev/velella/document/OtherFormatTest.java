package dev.velella.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the reader of a text says to somebody who gave it a text of another format, or a damaged one. */
class OtherFormatTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            N_TRIPLES | <?xml version="1.0"?><rdf:RDF/>      | line 1, column 1: this is XML, not N-Triples; RDF/XML has the name rdfxml, and files of it end in .rdf
            N_QUADS   | <rdf:RDF xmlns:rdf="x">              | line 1, column 1: this is XML, not N-Quads
            JSON_LD   | <?xml version="1.0"?><rdf:RDF/>      | line 1, column 1: this is XML, not JSON-LD
            N_TRIPLES | {"@id": "u:a"}                       | line 1, column 1: this is JSON, not N-Triples; JSON-LD has the name jsonld, and files of it end in .jsonld
            RDF_XML   | [ {"@id": "u:a"} ]                   | line 1, column 1: this is JSON, not RDF/XML
            N_QUADS   | @prefix e: <http://e/> .             | line 1, column 1: this is Turtle or TriG, not N-Quads; files of them end in .ttl and .trig
            RDF_XML   | PREFIX : <http://e/>                 | line 1, column 1: this is Turtle or TriG, not RDF/XML
            JSON_LD   | <http://e/a> <http://e/b> "c" .      | line 1, column 1: this is N-Triples, N-Quads or Turtle, not JSON-LD
            RDF_XML   | _:a <http://e/b> "c" .               | line 1, column 1: this is N-Triples, N-Quads or Turtle, not RDF/XML
            JSON_LD   | <html><body>404</body></html>        | line 1, column 1: this is a page in HTML, not JSON-LD; does its address lead to the data?
            TURTLE    | <!doctype html> <html>               | line 1, column 1: this is a page in HTML, not Turtle
            TRIG      | a\u0000b                             | line 1, column 1: these bytes are no text, such as Jelly or a packed file, not TriG
            RDF_XML   | ``                                   | it is empty
            JSON_LD   | ``                                   | it is empty
            RDF_XML   | text                                 | line 1, column 1: this is no XML: other text stands before its first element
            JSON_LD   | x                                    | line 1, column 1: not JSON: found 'x', which cannot stand here
            JSON_LD   | {"@id":"u:s",}                       | line 1, column 14: not JSON: found '}', expected a text in quotation marks
            JSON_LD   | {"a" 1}                              | line 1, column 6: not JSON: found a number, expected ':'
            JSON_LD   | {"@id":"u:s"                         | not JSON: the text ends where it needs ',' or '}'
            JSON_LD   | {"@context":{"a":5},"a":1}           | An invalid term definition
            N_TRIPLES | <u:a> <u:b> .                        | line 1, column 13: expected an IRI in <…>, or a blank node or literal where it may be, and found '.'
            N_TRIPLES | <u:a> "b" <u:c> .                    | line 1, column 7: expected an IRI in <…> and found '"'
            N_TRIPLES | <u:a> <u:b> "x .                     | line 1, column 17: the line ends within a statement
            TURTLE    | <u:a> <u:b> .                        | line 1, column 13: found '.' where a term is expected
            """)
    void theMessageSaysWhatTheTextIs(DocumentFormat format, String text, String message) {
        byte[] document = (text == null ? "" : text.replace("\\u0000", "\u0000")).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> new DocumentReader(Limits.DEFAULT).readGraph(format, document))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContainingAny("code=", "CURLY", "token", "char ");
    }

    @ParameterizedTest
    @CsvSource({"N_TRIPLES", "TURTLE", "TRIG", "JSON_LD", "RDF_XML"})
    void bytesThatAreNotUtf8HaveALine(DocumentFormat format) {
        byte[] document = (format == DocumentFormat.RDF_XML ? "<a>\n\n\u00E9" : "\n \n # \u00E9")
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> new DocumentReader(Limits.DEFAULT).readGraph(format, document))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessage("line 3: not UTF-8");
    }

    /** A text that calls itself RDF 1.2 means other statements by the signs of RDF-star. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            textBlock =
                    """
            VERSION "1.2" << <u:s> <u:p> 1 >> <u:q> 2 .      # << s p o >> in a text of VERSION "1.2"
            @version "1.2-basic" . <u:a> <u:q> << <u:s> <u:p> 1 >> . # << s p o >> in a text of VERSION "1.2"
            VERSION "1.2" <u:s> <u:p> 1 {| <u:q> 2 |} .      # an annotation {| |} in a text of VERSION "1.2"
            """)
    void quotedTriplesAreRefusedInTextsOfRdf12(String text, String message) {
        for (DocumentFormat format : new DocumentFormat[] {DocumentFormat.TURTLE, DocumentFormat.TRIG}) {
            assertThatThrownBy(() -> read(format, text)).hasMessageContaining(message);
            assertThat(read(format, text.replaceAll("1\\.2(-basic)?", "1.1")).statements())
                    .isNotEmpty();
        }
        assertThat(read(DocumentFormat.TURTLE, "VERSION \"1.2\" <u:a> <u:q> <<( <u:s> <u:p> 1 )>> .")
                        .statements())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<b/><!-- c -->", "<b><!-- c --></b>", "<?a b?>"})
    void whatRioLeavesOutOfAnXmlLiteralIsAnError(String content) {
        String begin = "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='u:e'><!-- c --><?a b?>"
                + "<r:Description r:about='u:s'><!-- c --><e:p>x<!-- c -->y</e:p><e:q r:parseType='Literal'>";
        String end = "</e:q></r:Description></r:RDF>";
        assertThat(read(DocumentFormat.RDF_XML, begin + "<b/>" + end).statements())
                .extracting(statement -> statement.getObject().stringValue())
                .contains("xy");
        assertThatThrownBy(() -> read(DocumentFormat.RDF_XML, begin + content + end))
                .hasMessageContaining("in an XML literal (rdf:parseType=\"Literal\") is not supported");
    }

    @ParameterizedTest
    @CsvSource({"N_TRIPLES", "N_QUADS", "TURTLE", "TRIG", "JSON_LD", "RDF_XML"})
    void aRecordOf0BytesSaysNothingAndAnEmptyGraphSaysSo(DocumentFormat format) {
        DocumentReader reader = new DocumentReader(Limits.DEFAULT);
        assertThatThrownBy(() -> reader.read(format, new byte[0]))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageStartingWith("it has no content");
        String empty = DocumentWriter.write(format, RdfGraph.of(List.of()));
        assertThat(((RdfGraph) reader.read(format, empty.getBytes(StandardCharsets.UTF_8))).statements())
                .isEmpty();
    }

    private static RdfGraph read(DocumentFormat format, String text) {
        return new DocumentReader(Limits.DEFAULT).readGraph(format, text.getBytes(StandardCharsets.UTF_8));
    }
}
