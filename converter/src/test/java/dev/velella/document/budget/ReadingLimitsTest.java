package dev.velella.document.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.DocumentReader;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.format.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small documents that cost much. The timeouts are far above the limits: without a limit most of these never end. */
@Timeout(120)
class ReadingLimitsTest {
    private final DocumentReader documents = new DocumentReader(Limits.DEFAULT);

    private void refused(DocumentFormat format, String document, String... reasons) {
        assertThatThrownBy(() -> documents.readGraph(format, utf8(document)))
                .isInstanceOf(MalformedDocumentException.class)
                .satisfies(e -> List.of(reasons).forEach(reason -> assertThat(e).hasMessageContaining(reason)));
        assertThatThrownBy(() -> new RdfTextReader(format, "http://x/")
                        .read(new ByteArrayInputStream(utf8(document)), new AbstractRDFHandler() {}))
                .as("as a file")
                .isInstanceOf(MalformedDocumentException.class)
                .satisfies(e -> List.of(reasons).forEach(reason -> assertThat(e).hasMessageContaining(reason)));
    }

    @ParameterizedTest
    @EnumSource(
            value = DocumentFormat.class,
            names = {"TURTLE", "TRIG"})
    void aDotInACollectionIsNoNumber(DocumentFormat format) {
        refused(format, "<n:><n:>(. ", "without a digit");
        refused(format, "<n:><n:>(1 . ", "without a digit");
        refused(format, "<n:><n:>(+ ", "without a digit");
        refused(format, "(. <n:> <n:> .", "without a digit");
        refused(format, "<n:><n:>[<n:> (. ", "without a digit");
        assertThatCode(() -> documents.readGraph(format, utf8("<n:><n:>(.5 -1 +1.5 1e3 1.e3),1.")))
                .doesNotThrowAnyException();
    }

    @Test
    void aParserThatMakesStatementsWithoutReadingIsStopped() {
        ReadingBudget budget = new ReadingBudget(ReadingLimits.OF_FILES);
        budget.bytes(10);
        assertThatThrownBy(() -> {
                    while (true) {
                        budget.statementOfReading();
                    }
                })
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("does not come to an end");
    }

    @ParameterizedTest
    @EnumSource(
            value = DocumentFormat.class,
            names = {"TURTLE", "TRIG"})
    void nestingIsBounded(DocumentFormat format) {
        refused(format, "<n:> <n:> " + "(".repeat(201), "deeper than the limit of 200 levels");
        refused(format, "<n:> <n:> " + "[<n:> ".repeat(100_000), "deeper than the limit of 200 levels");
        refused(format, "<<".repeat(100_000), "deeper than the limit of 200 levels");
        refused(format, "<n:> <n:> 1 " + "{| <n:> 1 ".repeat(100_000), "deeper than the limit of 200 levels");
    }

    @Test
    void nestingOfXmlAndJsonIsBounded() {
        refused(
                DocumentFormat.RDF_XML,
                "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'>"
                        + "<x:a><x:b>".repeat(101),
                "deeper than the limit of 200 levels");
        refused(DocumentFormat.JSON_LD, "[".repeat(100_000), "deeper than the limit of 200 levels");
        refused(DocumentFormat.JSON_LD, "{\"http://x/p\":".repeat(100_000), "deeper than the limit of 200 levels");
    }

    @Test
    void nestingWithinTheLimitIsRead() {
        int levels = 190;
        for (DocumentFormat format : new DocumentFormat[] {DocumentFormat.TURTLE, DocumentFormat.TRIG}) {
            assertThat(documents
                            .readGraph(format, utf8("<n:> <n:> " + "(".repeat(levels) + ")".repeat(levels) + " ."))
                            .statements())
                    .hasSize(2 * levels - 1);
        }
        String json = "{\"http://x/p\":".repeat(levels) + "1" + "}".repeat(levels);
        assertThat(documents.readGraph(DocumentFormat.JSON_LD, utf8(json)).statements())
                .hasSize(levels);
        String xml = "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'>"
                + "<x:a><x:b>".repeat(levels / 2) + "</x:b></x:a>".repeat(levels / 2) + "</r:RDF>";
        assertThat(documents.readGraph(DocumentFormat.RDF_XML, utf8(xml)).statements())
                .hasSize(levels);
    }

    @Test
    void entitiesOfXmlAreNotMultipliedWithoutBound() {
        String entity = "<!DOCTYPE r [<!ENTITY a '" + "a".repeat(10_000) + "'>]>";
        String xml = entity + "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'>"
                + "<x:a><x:p>" + "&a;".repeat(4_000) + "</x:p></x:a></r:RDF>";
        DocumentReader limited = new DocumentReader(Limits.DEFAULT, ReadingLimits.ofElement(1 << 20, 1000), Set.of());
        assertThatThrownBy(() -> limited.readGraph(DocumentFormat.RDF_XML, utf8(xml)))
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("characters together");
        String spaces = xml.replace("a".repeat(10_000), " ".repeat(10_000))
                .replace("<x:a><x:p>", "")
                .replace("</x:p></x:a>", "");
        assertThatThrownBy(() -> limited.readGraph(DocumentFormat.RDF_XML, utf8(spaces)))
                .as("text of no term")
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("characters together");
        String attribute = xml.replace("<x:a><x:p>", "<x:a x:p='").replace("</x:p></x:a>", "'/>");
        assertThatThrownBy(() -> limited.readGraph(DocumentFormat.RDF_XML, utf8(attribute)))
                .as("an attribute")
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("characters together");
    }

    @Test
    void timeForEachMebibyteGrowsWithTheInput() {
        ReadingLimits millisecond =
                new ReadingLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 10, 10, Duration.ofMillis(1), true);
        ReadingBudget small = new ReadingBudget(millisecond);
        assertThatThrownBy(() -> {
                    while (true) {
                        small.checkTime();
                    }
                })
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("limit of 1 ms for each MiB");
        ReadingBudget large = new ReadingBudget(millisecond);
        large.bytes(1L << 40); // a thousand seconds
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin < 5_000_000) {
            large.checkTime();
        }
    }

    @Test
    void whatIsNestedTooDeeplyForTheStackIsAMalformedDocument() {
        ReadingLimits deep =
                new ReadingLimits(1 << 24, 1_000_000, 1 << 26, 1_000_000, 1000, Duration.ofSeconds(100), false);
        DocumentReader limited = new DocumentReader(Limits.DEFAULT, deep, Set.of());
        for (DocumentFormat format : new DocumentFormat[] {DocumentFormat.TURTLE, DocumentFormat.TRIG}) {
            assertThatThrownBy(() -> limited.readGraph(format, utf8("<n:> <n:> " + "(".repeat(500_000))))
                    .isInstanceOf(MalformedDocumentException.class)
                    .hasMessageContaining("nested too deeply");
        }
    }

    @Test
    void numbersOfJsonAreBounded() {
        String one = "{\"@id\":\"http://x/s\",\"http://x/p\":";
        refused(DocumentFormat.JSON_LD, one + "1".repeat(1_000_000) + "}", "longer than the limit of 1000");
        refused(DocumentFormat.JSON_LD, one + "1e-1000000000}", "exponent beyond the limit of 1000");
        refused(DocumentFormat.JSON_LD, one + "1E+99999999999999999999}", "exponent beyond the limit of 1000");
        refused(DocumentFormat.JSON_LD, one + "{\"@value\":1e5000,\"@type\":\"@json\"}}", "exponent beyond");
    }

    /** Its text is a term as any other, within the limit of characters; nobody calculates with it. */
    @ParameterizedTest
    @EnumSource(
            value = DocumentFormat.class,
            names = {"TURTLE", "TRIG"})
    void aNumberOfAMillionDigitsIsReadAsItsText(DocumentFormat format) {
        String number = "+0" + "9".repeat(1_000_000);
        String document = "<n:s> <n:p> " + number + " .";
        assertThat(documents.readGraph(format, utf8(document)).statements())
                .singleElement()
                .satisfies(statement ->
                        assertThat(statement.getObject().stringValue()).isEqualTo(number));
        DocumentReader limited = new DocumentReader(Limits.DEFAULT, ReadingLimits.ofElement(100_000, 10), Set.of());
        assertThatThrownBy(() -> limited.readGraph(format, utf8(document)))
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("100000 bytes");
    }

    @Test
    void whatALibraryThrowsIsAMalformedDocument() {
        refused(DocumentFormat.JSON_LD, "{\"@direction\":1}");
        refused(DocumentFormat.JSON_LD, "{\"@context\":{\"@version\":{}}}");
        refused(DocumentFormat.JSON_LD, "1");
        refused(DocumentFormat.JSON_LD, "{} {}");
    }

    @Test
    void longIrisOfCharactersThatAreNoneAreNotReadAnewForEach() {
        String bad = "{".repeat(200_000);
        String odd = "[".repeat(200_000);
        refused(DocumentFormat.TURTLE, "<urn:s> <urn:p> <urn:" + bad + "> .", "U+007B");
        refused(DocumentFormat.TRIG, "@base <http://b/> . <" + bad + "> <urn:p> 1 .", "U+007B");
        String resolved = "@base <http://b/" + odd + "> . <" + odd + "/../.." + "/..".repeat(50_000) + "> <n:> 1 .";
        assertThat(documents.readGraph(DocumentFormat.TURTLE, utf8(resolved)).statements())
                .hasSize(1);
        String xml = "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'><r:Description ";
        refused(DocumentFormat.RDF_XML, xml + "xml:base='http://b/' r:about='" + bad + "' x:p='1'/></r:RDF>", "U+007B");
        refused(DocumentFormat.RDF_XML, xml + "xml:base='urn:" + bad + "' r:about=''/></r:RDF>", "U+007B");
        refused(DocumentFormat.RDF_XML, xml + "r:about='urn:" + bad + "' x:p='1'/></r:RDF>", "U+007B");
    }

    @Test
    void contextsAreNotCopiedWithoutEnd() {
        int n = 32_000;
        String terms = "{" + each(n, i -> "\"t" + i + "\":\"http://x/t" + i + "\"") + "}";
        ReadingLimits second = new ReadingLimits(1 << 24, 1_000_000, 1 << 26, 200, 1000, Duration.ofSeconds(1), false);
        DocumentReader limited = new DocumentReader(Limits.DEFAULT, second, Set.of());
        String nodes = "{\"@context\":" + terms + ",\"@graph\":[" + each(n, i -> "{\"@context\":{},\"t1\":1}") + "]}";
        assertThatThrownBy(() -> limited.readGraph(DocumentFormat.JSON_LD, utf8(nodes)))
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("processor time than the limit of 1000 ms");
    }

    @Test
    void manyValuesOfAPropertyTakeNoLongerThanThoseOfMany() {
        int n = 60_000;
        assertStatements(n, "{\"@id\":\"http://x/s\",\"http://x/p\":[" + each(n, i -> "\"v" + i + "\"") + "]}");
        assertStatements(n, "[" + each(n, i -> "{\"@id\":\"http://x/s\",\"http://x/p\":" + i + "}") + "]");
        assertStatements(
                2 * n + 1, "{\"@id\":\"http://x/s\",\"http://x/p\":{\"@list\":[" + each(n, i -> "" + i) + "]}}");
    }

    private void assertStatements(int expected, String document) {
        assertThat(documents.readGraph(DocumentFormat.JSON_LD, utf8(document)).statements())
                .hasSize(expected);
    }

    @Test
    void filesOfAnySizeAreReadWithinTheirLimits() throws IOException {
        String line = "<http://x/s> <http://x/p> \"o\" .\n";
        int[] count = {0};
        AbstractRDFHandler counting = new AbstractRDFHandler() {
            @Override
            public void handleStatement(Statement statement) {
                count[0]++;
            }
        };
        new RdfTextReader(DocumentFormat.N_TRIPLES, null)
                .read(new ByteArrayInputStream(utf8(line.repeat(100_000))), counting);
        assertThat(count[0]).isEqualTo(100_000);
        ReadingLimits few = new ReadingLimits(1000, 7, 1000, 10, 10, Duration.ofSeconds(60), true);
        count[0] = 0;
        assertThatThrownBy(() -> new RdfTextReader(DocumentFormat.N_TRIPLES, null, few)
                        .read(new ByteArrayInputStream(utf8(line.repeat(8))), counting))
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("7 statements");
        assertThat(count[0]).as("handed on").isEqualTo(7);
        assertThatThrownBy(() -> new RdfTextReader(DocumentFormat.N_TRIPLES, null, few)
                        .read(new ByteArrayInputStream(utf8(line.repeat(100))), counting))
                .hasMessageContaining("1000 bytes");
    }

    @Test
    void rowsOfAPatchAreCountedWhileTheyAreRead() {
        ReadingLimits few = ReadingLimits.ofElement(1 << 20, 3);
        DocumentReader limited = new DocumentReader(Limits.DEFAULT, few, Set.of());
        // what follows the fourth row is not read: it is no patch
        assertThatThrownBy(() -> limited.read(DocumentFormat.RDF_PATCH, utf8("TX .\nTC .\nTX .\nTC .\nwrong")))
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("3 rows");
    }

    @Test
    void theHandlersExceptionsComeOutAsTheyAre() {
        RuntimeException mine = new IllegalStateException("mine");
        AbstractRDFHandler failing = new AbstractRDFHandler() {
            @Override
            public void handleStatement(Statement statement) {
                throw mine;
            }
        };
        for (DocumentFormat format : new DocumentFormat[] {DocumentFormat.TURTLE, DocumentFormat.JSON_LD}) {
            String document = format == DocumentFormat.TURTLE
                    ? "<http://x/s> <http://x/p> 1 ."
                    : "{\"@id\":\"http://x/s\",\"http://x/p\":1}";
            assertThatThrownBy(() ->
                            new RdfTextReader(format, null).read(new ByteArrayInputStream(utf8(document)), failing))
                    .isSameAs(mine);
        }
    }

    private static String each(int n, IntFunction<String> item) {
        return IntStream.range(0, n).mapToObj(item).collect(Collectors.joining(","));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
