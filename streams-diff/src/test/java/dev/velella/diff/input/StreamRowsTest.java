package dev.velella.diff.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamRowsTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int ROWS = 10;

    private final JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
    private final JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);

    @BeforeEach
    void chooseDictionary() {
        TermCounts counts = new TermCounts();
        encoder.count(graph(0, 0), counts);
        decoder.readDictionary(encoder.makeDictionary(counts.terms()));
    }

    private static RdfGraph graph(int stream, int number) {
        IRI subject = VALUES.createIRI("http://example.org/device/" + stream);
        List<Statement> statements = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            IRI predicate = VALUES.createIRI("http://example.org/p" + row);
            statements.add(VALUES.createStatement(
                    subject, predicate, VALUES.createLiteral(row == number % ROWS ? "changed" : "same")));
        }
        return RdfGraph.of(statements);
    }

    private RdfGraph read(StreamRows rows, int stream, byte[] frame) {
        return rows.read(
                ("k" + stream).getBytes(StandardCharsets.UTF_8), last -> decoder.decodeOnDictionary(frame, last));
    }

    @Test
    void noMoreRowsAreKeptThanAgreedAndEveryGraphIsRight() {
        StreamRows rows = new StreamRows(5 * (ROWS + 1));
        for (int number = 0; number < 20; number++) {
            for (int stream = 0; stream < 7; stream++) {
                byte[] frame = encoder.encodeOnDictionary(graph(stream, number));
                assertThat(read(rows, stream, frame)).isEqualTo(graph(stream, number));
                assertThat(rows.size()).isLessThanOrEqualTo(5 * (ROWS + 1));
            }
        }
        assertThat(rows.size()).isEqualTo(5 * (ROWS + 1));
    }

    @Test
    void longRowsCountForTheirBytes() {
        StreamRows rows = new StreamRows(1_000);
        List<Statement> statements = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            String name = "http://example.org/" + "n".repeat(200) + row;
            statements.add(VALUES.createStatement(
                    VALUES.createIRI(name),
                    VALUES.createIRI("http://example.org/p" + row),
                    VALUES.createIRI(name + "o")));
        }
        assertThat(read(rows, 1, encoder.encodeOnDictionary(RdfGraph.of(statements))))
                .isEqualTo(RdfGraph.of(statements));
        assertThat(rows.size()).isGreaterThan(ROWS + 6);
    }

    @Test
    void withoutRoomNothingIsKept() {
        StreamRows rows = new StreamRows(0);
        for (int number = 0; number < 3; number++) {
            assertThat(read(rows, 1, encoder.encodeOnDictionary(graph(1, number))))
                    .isEqualTo(graph(1, number));
            assertThat(rows.size()).isZero();
        }
    }

    @Test
    void aFrameThatIsRefusedLeavesTheRowsOfTheOneBefore() {
        StreamRows rows = new StreamRows(1000);
        read(rows, 1, encoder.encodeOnDictionary(graph(1, 1)));
        assertThat(rows.size()).isEqualTo(ROWS + 1);
        assertThatThrownBy(() -> read(rows, 1, new byte[] {10, 7, 1, 2})).isInstanceOf(MalformedJellyException.class);
        assertThat(rows.size()).isEqualTo(ROWS + 1);
        assertThat(read(rows, 1, encoder.encodeOnDictionary(graph(1, 2)))).isEqualTo(graph(1, 2));
    }
}
