package dev.velella.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RDF/XML is read as it is written: each text, in the encoding that it declares; what RDF4J cannot hold is named. */
class RdfXmlTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NAMESPACES =
            " xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e/'"
                    + " xmlns:its='http://www.w3.org/2005/11/its'";

    private final DocumentReader documents = new DocumentReader(Limits.DEFAULT);

    private List<Statement> read(byte[] document) {
        return documents.readGraph(DocumentFormat.RDF_XML, document).statements();
    }

    /** The statements of a node {@code e:s} with these properties. */
    private List<Statement> properties(String properties) {
        return read(node(properties).getBytes(StandardCharsets.UTF_8));
    }

    private static String node(String properties) {
        return "<rdf:RDF" + NAMESPACES + ">\n <rdf:Description rdf:about='http://e/s'>\n" + properties
                + "\n </rdf:Description>\n</rdf:RDF>";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<e:p> </e:p>",
                "<e:p><![CDATA[ ]]></e:p>",
                "<e:p>&#32;</e:p>",
                "<e:p rdf:datatype='http://www.w3.org/2001/XMLSchema#string'> </e:p>",
                "<e:p xml:space='preserve'> </e:p>",
                "<e:p><!-- a comment --> <?a pi?></e:p>",
                "<e:p rdf:version='1.2'> </e:p>",
            })
    void aTextOfWhiteSpaceAloneIsALiteral(String property) {
        assertThat(properties(property))
                .containsExactly(VALUES.createStatement(
                        VALUES.createIRI("http://e/s"), VALUES.createIRI("http://e/p"), VALUES.createLiteral(" ")));
    }

    @Test
    void whiteSpaceKeepsItsCharactersLanguageAndStatementName() {
        Statement spaces = properties("<e:p xml:lang='de'>\n\t &#13;</e:p>").get(0);
        assertThat(spaces.getObject()).isEqualTo(VALUES.createLiteral("\n\t \r", "de"));
        assertThat(properties("<e:p rdf:ID='i'> </e:p>".replace("<e:p", "<e:p xml:base='http://e/'")))
                .hasSize(5)
                .anyMatch(st -> st.getPredicate().equals(RDF.OBJECT)
                        && st.getObject().stringValue().equals(" "));
        assertThat(properties("<e:p rdf:parseType='Literal'> </e:p>").get(0).getObject())
                .isEqualTo(VALUES.createLiteral(" ", RDF.XMLLITERAL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<e:p>\n<rdf:Description rdf:about='http://e/o'>\n</rdf:Description>\n</e:p>",
                "<e:p rdf:resource='http://e/o'>\n</e:p>",
                "<e:p>\n<e:O rdf:about='http://e/o'> <!-- x --> </e:O>\n</e:p>",
                "<e:p rdf:parseType='Resource'>\n</e:p>",
                "<e:p rdf:parseType='Resource'>\n<e:q rdf:resource='http://e/o'/>\n</e:p>",
                "<e:p rdf:parseType='Collection'>\n</e:p>",
                "<e:p rdf:parseType='Collection'>\n<e:O/>\n</e:p>",
            })
    void whiteSpaceBetweenElementsIsNoData(String property) {
        assertThat(properties(property)).isNotEmpty().allMatch(st -> !st.getObject()
                .isLiteral());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<e:p>lost<e:O/></e:p>",
                "<e:p><e:O/>lost</e:p>",
                "<e:p><e:O>lost</e:O></e:p>",
                "lost<e:p>x</e:p>",
                "<e:p>x</e:p> lost",
                "<e:p rdf:parseType='Resource'>lost<e:q>x</e:q></e:p>",
                "<e:p rdf:parseType='Collection'>lost<e:O/></e:p>",
            })
    void aTextBesideElementsIsAnError(String properties) {
        assertThatThrownBy(() -> properties(properties))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageMatching("line \\d+, column \\d+: a text where RDF/XML has elements only: lost");
    }

    @Test
    void anUnknownParseTypeIsXml() {
        assertThat(properties("<e:p rdf:parseType='e:other'>1 &amp;<e:q xmlns:e='http://e/'>&lt;</e:q></e:p>")
                        .get(0)
                        .getObject())
                .isEqualTo(properties("<e:p rdf:parseType='Literal'>1 &amp;<e:q xmlns:e='http://e/'>&lt;</e:q></e:p>")
                        .get(0)
                        .getObject());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<e:p its:dir='rtl' xml:lang='ar'>x</e:p> | (its:dir)",
                "<e:p xml:lang='ar'><e:O its:dir='rtl' e:q='x'/></e:p> | (its:dir)",
                "<e:p rdf:parseType='Triple'><e:O e:q='x'/></e:p> | rdf:parseType=\"Triple\"",
                "<e:p rdf:annotation='http://e/a'>x</e:p> | rdf:annotation",
                "<e:p rdf:annotationNodeID='a' rdf:resource='http://e/o'/> | rdf:annotation",
            })
    void whatOnlyRdf12HasIsRefusedByName(String property, String named) {
        assertThatThrownBy(() -> properties(property))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageStartingWith("line 3, column ")
                .hasMessageContaining(named);
    }

    @Test
    void theVersionOfRdfIsNoData() {
        assertThat(properties("<e:p rdf:version='1.2'><e:O rdf:version='1.2' e:q='x'/></e:p>"))
                .hasSize(3)
                .noneMatch(st -> st.getPredicate().getLocalName().equals("version"));
        assertThatThrownBy(() -> read(node("<e:p>x</e:p>")
                        .replace("<rdf:RDF", "<rdf:RDF its:dir='rtl'")
                        .getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("(its:dir)");
    }

    @ParameterizedTest
    @CsvSource({
        "ISO-8859-1, ISO-8859-1, ''",
        "latin1, ISO-8859-1, ''",
        "windows-1252, windows-1252, ''",
        "utf-8, UTF-8, ''",
        "UTF-8, UTF-8, \uFEFF",
        "ISO-8859-1, UTF-8, \uFEFF",
        "utf-16, UTF-16LE, \uFEFF",
        "UTF-16, UTF-16BE, \uFEFF",
        "UTF-16LE, UTF-16LE, ''",
        "utf-8, UTF-16LE, \uFEFF",
        "utf-16, UTF-8, ''",
    })
    void aDocumentIsReadInItsEncoding(String declared, String encoding, String mark) {
        for (String text : List.of("\u00e9", "\u00c3\u00a9")) {
            String document = mark + "<?xml version=\"1.0\" encoding='" + declared + "' standalone='yes'?>\n"
                    + node("<e:p>" + text + "</e:p>");
            assertThat(read(document.getBytes(Charset.forName(encoding))))
                    .extracting(st -> ((Literal) st.getObject()).getLabel())
                    .containsExactly(text);
        }
    }

    @Test
    void anEncodingThatCannotBeReadIsNamed() {
        String utf16 = "<?xml version='1.0' encoding='UTF-16'?>" + node("<e:p>\u00e9</e:p>");
        assertThatThrownBy(() -> read(utf16.getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessage("line 3: neither UTF-16, as its XML declaration says, nor UTF-8");
        assertThatThrownBy(() -> read(utf16.replace("UTF-16", "us-ascii").getBytes(StandardCharsets.UTF_8)))
                .hasMessage("not US-ASCII, as its XML declaration says");
        assertThatThrownBy(() -> read(utf16.replace("UTF-16", "no-such").getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("no-such");
        assertThatThrownBy(() -> read(node("<e:p>\u00e9</e:p>").getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessageMatching("line [0-9]: not UTF-8");
    }

    @Test
    void aTextThatConnectHasDecodedIsNotDecodedAgain() {
        String document = "<?xml version='1.0' encoding='ISO-8859-1'?>" + node("<e:p>\u00c3\u00a9</e:p>");
        byte[] bytes = DocumentBytes.of(document);
        assertThat(read(bytes)).extracting(st -> st.getObject().stringValue()).containsExactly("\u00c3\u00a9");
    }

    @Test
    void aBaseStaysAsItIs() throws IOException {
        StatementCollector found = new StatementCollector(new LinkedHashModel());
        new RdfTextReader(DocumentFormat.RDF_XML, "HTTP://Example.org:80/%7Ea/./b")
                .read(
                        new ByteArrayInputStream(node("<e:p rdf:resource=''/><e:p rdf:resource='%7e'/>"
                                        + "<e:p xml:base='http://Other.org/%7E/' rdf:resource='c d'/>"
                                                .replace("c d", "c"))
                                .getBytes(StandardCharsets.UTF_8)),
                        found);
        assertThat(found.getStatements())
                .extracting(st -> st.getObject().stringValue())
                .containsExactly(
                        "HTTP://Example.org:80/%7Ea/./b", "HTTP://Example.org:80/%7Ea/%7e", "http://Other.org/%7E/c");
    }

    @Test
    void whatIsWrittenIsReadAsItWas() {
        RdfGraph graph = RdfGraph.of(List.of(
                VALUES.createStatement(
                        VALUES.createIRI("http://e/s"), VALUES.createIRI("http://e/p"), VALUES.createLiteral(" \n\t")),
                VALUES.createStatement(
                        VALUES.createIRI("http://e/s"), VALUES.createIRI("http://e/p"), VALUES.createLiteral(""))));
        String document = DocumentWriter.write(DocumentFormat.RDF_XML, graph);
        assertThat(read(document.getBytes(StandardCharsets.UTF_8))).isEqualTo(graph.statements());
    }
}
