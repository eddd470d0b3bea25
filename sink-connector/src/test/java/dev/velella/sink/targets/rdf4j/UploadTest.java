package dev.velella.sink.targets.rdf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.store.Stream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.ParserConfig;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.Test;

class UploadTest {
    private static List<Statement> statements(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> Stream.statement("s" + i, i, i % 2 == 0 ? null : "urn:g"))
                .toList();
    }

    private static List<Collection<Statement>> bodies(Upload upload) {
        List<Collection<Statement>> bodies = new ArrayList<>();
        upload.forEach(body -> {
            try {
                bodies.add(new ArrayList<>(Rio.parse(body, "", Upload.FORMAT, new ParserConfig())));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return bodies;
    }

    @Test
    void manyStatementsAreSeveralRequestsInOrder() {
        List<Statement> statements = statements(200_001);
        List<Collection<Statement>> bodies = bodies(new Upload(statements));
        assertThat(bodies).extracting(Collection::size).containsExactly(100_000, 100_000, 1);
        List<Statement> sent = new ArrayList<>();
        bodies.forEach(sent::addAll);
        assertThat(sent).isEqualTo(statements);
    }

    @Test
    void nothingIsNoRequest() {
        assertThat(bodies(new Upload(List.of()))).isEmpty();
    }
}
