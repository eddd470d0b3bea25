package dev.velella.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.status.state.TrafficState.Compared;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class StreamBookTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static Statement statement(String name) {
        return VALUES.createStatement(
                VALUES.createIRI("http://e/" + name), VALUES.createIRI("http://e/p"), VALUES.createLiteral(name));
    }

    private static Place place(String key, long time) {
        return new Place(key, time, "patches-0@" + time, 10);
    }

    private static RdfGraph graph(String... names) {
        return RdfGraph.of(
                List.of(names).stream().map(StreamBookTest::statement).toList());
    }

    private static RdfPatch patch(String deleted, String added) {
        return RdfPatch.change(List.of(statement(deleted)), List.of(statement(added)));
    }

    @Test
    void remembersTheLatestGraphAndThePatchesOfAStreamTheNewestFirst() {
        StreamBook book = new StreamBook(10, 1_000);
        book.graph(place("a", 1), graph("x"));
        book.graph(place("a", 2), graph("x", "y"));
        book.patch(place("a", 3), patch("x", "y"), new PatchPosition(1, 17, false));
        book.patch(place("a", 4), patch("y", "z"), new PatchPosition(2, 18, false));

        StreamBook.Stream stream = book.stream("a").orElseThrow();
        assertThat(stream.graph()).isEqualTo(graph("x", "y"));
        assertThat(stream.patches()).extracting(PatchNote::number).containsExactly(2L, 1L);
        assertThat(stream.patches().get(0).hash()).isEqualTo("h0000000000000012");
        assertThat(book.stream("b")).isEmpty();
        assertThat(book.traffic().graphs()).isEqualTo(2);
        assertThat(book.traffic().triples()).isEqualTo(3);
        assertThat(book.traffic().textBytes()).isEqualTo(3L * "<http://e/x> <http://e/p> \"x\" .\n".length());
        assertThat(book.traffic().patchBytes()).isEqualTo(20);
        assertThat(book.traffic().seconds().stream().mapToLong(s -> s.adds()).sum())
                .isEqualTo(2);
    }

    @Test
    void forgetsTheStreamThatWasSilentLongest() {
        StreamBook book = new StreamBook(2, 1_000);
        book.graph(place("a", 1), graph("x"));
        book.graph(place("b", 2), graph("x"));
        book.graph(place("a", 3), graph("x"));
        assertThat(book.stream("b")).as("looking is no use").isPresent();
        book.graph(place("c", 4), graph("x"));

        assertThat(book.search("", 10)).extracting(StreamBook.Line::key).containsExactly("c", "a");
        assertThat(book.search("A", 10)).extracting(StreamBook.Line::key).containsExactly("a");
        assertThat(book.search("", 1)).hasSize(1);
    }

    @Test
    void keepsNoMoreStatementsThanItMay() {
        StreamBook book = new StreamBook(100, 20);
        for (int i = 0; i < 50; i++) {
            book.graph(place("s" + i, i), graph("x", "y", "z"));
            book.patch(place("s" + i, i), patch("x", "y"), null);
        }

        long graphs = book.search("", 100).stream()
                .mapToLong(StreamBook.Line::statements)
                .sum();
        long patches = book.search("", 100).stream()
                .mapToLong(
                        line -> book.stream(line.key()).orElseThrow().patches().size() * 2L)
                .sum();
        assertThat(graphs).isEqualTo(9);
        assertThat(patches).isEqualTo(10);
        assertThat(book.stream("s49").orElseThrow().graph()).isNotNull();
        assertThat(book.stream("s0").orElseThrow().graph()).isNull();
        assertThat(book.traffic().graphs()).as("counts go on").isEqualTo(50);
    }

    private static void graph(StreamBook book, String key, long time, long text) {
        book.graph(new Place(key, time, "graphs-0@" + time, 20), graph("x"), text);
    }

    private static void patch(StreamBook book, String key, long time) {
        book.patch(new Place(key, time, "patches-0@" + time, 10), patch("x", "y"), null);
    }

    /** The page begins with the last records of both topics, which are not those of the same elements. */
    @Test
    void onlyGraphsAndPatchesOfTheSameElementsAreCompared() {
        StreamBook book = new StreamBook(10, 1_000);
        for (long time = 1; time <= 100; time++) {
            patch(book, "a", time);
        }
        for (long time = 91; time <= 110; time++) {
            graph(book, "a", time, 300);
        }
        graph(book, "b", 91, 300); // of this stream no patch was read
        assertThat(book.traffic().compared()).isEqualTo(new Compared(10, 200, 3_000, 10, 100));

        for (long time = 101; time <= 105; time++) {
            patch(book, "a", time);
        }
        assertThat(book.traffic().compared()).isEqualTo(new Compared(15, 300, 4_500, 15, 150));
        assertThat(book.traffic().patches()).isEqualTo(105);
        assertThat(book.traffic().graphs()).isEqualTo(21);
    }

    @Test
    void aGraphThatChangesNothingCountsAndSoDoesThePatchThatEndsAStream() {
        StreamBook book = new StreamBook(10, 1_000);
        graph(book, "a", 1, 300); // before the first pair
        graph(book, "a", 2, 300);
        graph(book, "a", 3, 300); // the same as before: no patch
        graph(book, "a", 4, 300);
        patch(book, "a", 2);
        patch(book, "a", 4);
        assertThat(book.traffic().compared()).isEqualTo(new Compared(3, 60, 900, 2, 20));

        patch(book, "a", 5); // of a tombstone, which is no graph
        graph(book, "a", 6, 300);
        patch(book, "a", 6);
        assertThat(book.traffic().compared()).isEqualTo(new Compared(4, 80, 1_200, 4, 40));
    }

    @Test
    void whatWaitsForTheOtherTopicIsBounded() {
        StreamBook book = new StreamBook(1_000, 100_000);
        for (int i = 0; i < 200_001; i++) {
            graph(book, "s" + i % 1_000, i, 300);
        }
        assertThat(book.traffic().compared()).isEqualTo(Compared.NONE);
        graph(book, "new", 1, 300);
        patch(book, "new", 1);
        assertThat(book.traffic().compared()).isEqualTo(new Compared(1, 20, 300, 1, 10));
    }
}
