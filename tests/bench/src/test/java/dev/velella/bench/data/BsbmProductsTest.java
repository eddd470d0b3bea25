package dev.velella.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class BsbmProductsTest {
    @Test
    void tenThousandProductsAreTheSameOnEveryMachine() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        long triples = 0;
        BsbmProducts products = new BsbmProducts(10_000, 1);
        while (products.hasNext()) {
            StringBuilder text = new StringBuilder();
            List<Statement> statements = products.next().statements();
            for (Statement st : statements) {
                text.append(st.getSubject()).append(' ').append(st.getPredicate());
                text.append(' ').append(st.getObject()).append('\n');
            }
            digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
            triples += statements.size();
        }
        assertThat(triples).isEqualTo(264_931);
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("c35d8daaeb1e44db041c51d7e7ddcc3aa0a6827aaf1d7c43058183f1ce8dcb1d");
    }

    @Test
    void aLongerStreamBeginsWithTheShorterOne() {
        BsbmProducts shorter = new BsbmProducts(20, 1);
        BsbmProducts longer = new BsbmProducts(40, 1);
        while (shorter.hasNext()) {
            RdfGraph graph = shorter.next();
            assertThat(longer.next()).isEqualTo(graph);
        }
    }
}
