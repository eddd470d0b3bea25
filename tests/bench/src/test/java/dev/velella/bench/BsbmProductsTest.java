package dev.velella.bench;

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
    void oneHundredThousandProductsAreTheSameOnEveryMachine() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        long triples = 0;
        BsbmProducts products = new BsbmProducts(100_000, 1);
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
        assertThat(triples).isEqualTo(2_649_709);
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("8a170d426d44625494db76f9a185b3383224f3c533664fedc7e53fbbf3f1ab89");
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
