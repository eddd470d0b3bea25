package dev.velella.jelly.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** An encoder lives as long as its partition, and a stranger may choose the terms: it must not hold their texts. */
class EncoderMemoryTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static Statement statement(String object) {
        return VALUES.createStatement(VALUES.createIRI("urn:s"), VALUES.createIRI("urn:p"), VALUES.createIRI(object));
    }

    @Test
    void ofIrisWithALongPrefixTheNamesAreKeptOnly() throws Exception {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
        String prefix = "urn:" + "x".repeat(10_000) + "/";
        List<WeakReference<String>> texts = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String text = prefix + i;
            texts.add(new WeakReference<>(text));
            statements.add(statement(text));
        }
        byte[] first = encoder.encodeNext(RdfGraph.of(statements));
        statements.clear();
        encoder.encodeNext(
                RdfGraph.of(List.of(statement("urn:last")))); // the last terms of a frame are repeated by the next

        for (int i = 0; texts.stream().anyMatch(text -> text.get() != null); i++) {
            assertThat(i).as("collections of garbage").isLessThan(50);
            System.gc();
        }
        assertThat(first.length).isLessThan(12_000);
        assertThat(encoder.encodeNext(RdfGraph.of(List.of(statement(prefix + "7")))).length)
                .as("the name is in the table")
                .isLessThan(50);
        Reference.reachabilityFence(encoder);
    }
}
