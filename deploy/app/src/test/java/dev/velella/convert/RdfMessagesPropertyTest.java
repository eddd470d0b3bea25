package dev.velella.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;

/**
 * Random logs, in which delimiters stand in strings, comments, IRIs and labels too, go through all formats that have messages, one
 * after the other, and come back with the same messages.
 */
class RdfMessagesPropertyTest {
    private static final List<String> RESOURCES = List.of(
            "<urn:MESSAGE>",
            "<http://e/#MESSAGE>",
            "<http://e/@message.>",
            "<http://e/a>",
            "<http://e/a#b>",
            "_:b0",
            "_:MESSAGE",
            "_:m0-b0",
            "_:é.1");
    private static final List<String> OBJECTS = List.of(
            "\"MESSAGE\"",
            "\"\\nMESSAGE\\n\"",
            "\"\\r\\n@message .\\r\\n\"",
            "\"# @message\"@en",
            "\"\\\"\\\"\\\"\\nMESSAGE\"",
            "\"{}\\n{}\"",
            "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
            "\"\"",
            "\"\\u0085\\u2028MESSAGE\"");
    private static final List<String> BETWEEN =
            List.of("", "", "", "# MESSAGE\n", "#@message\n", "\n \t\n", "VERSION \"1.2-messages\"\n", "  # {}\n");

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void messagesComeBackFromEveryFormat(
            @ForAll("logs") List<List<String>> messages, @ForAll("betweens") List<String> between) throws IOException {
        StringBuilder log = new StringBuilder("VERSION \"1.1-messages\"\n");
        int n = 0;
        for (List<String> message : messages) {
            for (String line : message) {
                log.append(between.get(n++ % between.size())).append(line);
            }
            log.append(between.get(n++ % between.size())).append("MESSAGE\n");
        }
        List<List<Statement>> expected = RdfMessagesTest.read(DataFormat.NQ, log.toString());
        assertThat(expected)
                .extracting(List::size)
                .isEqualTo(messages.stream().map(List::size).toList());

        boolean isTriples = messages.stream()
                .allMatch(message -> message.stream().noneMatch(line -> line.endsWith("<urn:graph> .\n")));
        List<DataFormat> way =
                new ArrayList<>(List.of(DataFormat.TRIG, DataFormat.NDJSONLD, DataFormat.JELLY, DataFormat.NQ));
        if (isTriples) {
            way.addAll(List.of(DataFormat.TTL, DataFormat.NT, DataFormat.TRIG));
        }
        if (messages.isEmpty()) {
            way.remove(DataFormat.JELLY);
        }
        byte[] text = log.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        DataFormat from = DataFormat.NQ;
        for (DataFormat to : way) {
            Boolean asked = from == DataFormat.JELLY ? true : null;
            text = RdfMessagesTest.converted(from, text, to, asked);
            from = to;
            if (to != DataFormat.JELLY) {
                List<List<Statement>> read =
                        RdfMessagesTest.read(to, new String(text, java.nio.charset.StandardCharsets.UTF_8));
                assertThat(read).as(to.id()).hasSameSizeAs(expected);
                for (int i = 0; i < read.size(); i++) {
                    assertThat(Models.isomorphic(
                                    new LinkedHashModel(read.get(i)), new LinkedHashModel(expected.get(i))))
                            .as("message %d in %s: %s", i, to.id(), read.get(i))
                            .isTrue();
                }
            }
        }
    }

    @Provide
    Arbitrary<List<List<String>>> logs() {
        Arbitrary<String> triples = Combinators.combine(
                        Arbitraries.of(RESOURCES),
                        Arbitraries.oneOf(Arbitraries.of(RESOURCES), Arbitraries.of(OBJECTS)))
                .as((subject, object) -> subject + " <http://e/MESSAGE> " + object);
        Arbitrary<String> lines = Combinators.combine(
                        triples, Arbitraries.of("", "", "", "", "", "", "", " <urn:graph>"))
                .as((triple, graph) -> triple + graph + " .\n");
        return lines.list()
                .ofMaxSize(4)
                .map(list -> list.stream().distinct().collect(Collectors.toList()))
                .list()
                .ofMaxSize(5);
    }

    @Provide
    Arbitrary<List<String>> betweens() {
        return Arbitraries.of(BETWEEN).list().ofMinSize(1).ofMaxSize(5);
    }
}
