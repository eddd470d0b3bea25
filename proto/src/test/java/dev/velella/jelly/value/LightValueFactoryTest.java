package dev.velella.jelly.value;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.RdfArbitraries;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

class LightValueFactoryTest {
    private static final LightValueFactory LIGHT = LightValueFactory.getInstance();
    private static final List<String> IRIS =
            List.of("http://a/b#c", "http://a/b/c", "urn:x:y", "a:", "http://ä/ö", ":");

    @Test
    void irisAreEqualToThoseOfRdf4jAndCutAlike() {
        for (String text : IRIS) {
            IRI simple = VALUES.createIRI(text);
            for (int cut = 0; cut <= text.length(); cut++) {
                IRI light = LIGHT.createIRI(text.substring(0, cut), text.substring(cut));
                assertSame(light, simple);
                assertSame(LightValueFactory.eager().createIRI(text.substring(0, cut), text.substring(cut)), simple);
                assertThat(light.getNamespace()).isEqualTo(simple.getNamespace());
                assertThat(light.getLocalName()).isEqualTo(simple.getLocalName());
            }
            assertSame(LIGHT.createIRI(text), simple);
        }
    }

    @Test
    void anIriWithoutColonIsRefused() {
        assertThatThrownBy(() -> LIGHT.createIRI("relative")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LIGHT.createIRI("rel", "ative")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void literalsAreEqualToThoseOfRdf4j() {
        assertSame(LIGHT.createLiteral("x"), VALUES.createLiteral("x"));
        assertSame(LIGHT.createLiteral(""), VALUES.createLiteral(""));
        assertSame(LIGHT.createLiteral("1", XSD.INTEGER), VALUES.createLiteral("1", XSD.INTEGER));
        assertSame(LIGHT.createLiteral("1", CoreDatatype.XSD.INT), VALUES.createLiteral("1", CoreDatatype.XSD.INT));
        IRI own = VALUES.createIRI("http://own/type");
        assertSame(LIGHT.createLiteral("1", own), VALUES.createLiteral("1", own));
        assertSame(LIGHT.createLiteral("x", "en-GB"), VALUES.createLiteral("x", "en-GB"));
        assertThat(LIGHT.createLiteral("12", XSD.INTEGER).intValue()).isEqualTo(12);
        assertThat(LIGHT.createLiteral("x", XSD.STRING)).isNotEqualTo(LIGHT.createLiteral("x", XSD.TOKEN));
        assertThatThrownBy(() -> LIGHT.createLiteral("x", RDF.LANGSTRING)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void statementsAreEqualToThoseOfRdf4j() {
        IRI iri = VALUES.createIRI("http://a/b");
        IRI other = LIGHT.createIRI("http://a/", "b");
        Statement triple = LIGHT.createStatement(other, other, other);
        assertThat(triple).isEqualTo(VALUES.createStatement(iri, iri, iri));
        assertThat(VALUES.createStatement(iri, iri, iri)).isEqualTo(triple).hasSameHashCodeAs(triple);
        assertThat(triple.getContext()).isNull();
        Statement quad = LIGHT.createStatement(other, other, other, other);
        assertThat(quad).isEqualTo(VALUES.createStatement(iri, iri, iri, iri)).isNotEqualTo(triple);
        assertThat(VALUES.createStatement(iri, iri, iri, iri)).isEqualTo(quad).hasSameHashCodeAs(quad);
        assertThat(LIGHT.createStatement(other, other, other, null)).isEqualTo(triple);
        assertThatThrownBy(() -> LIGHT.createStatement(iri, iri, null)).isInstanceOf(NullPointerException.class);
    }

    @Provide
    Arbitrary<RdfGraph> starQuads() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 3));
    }

    @Property(tries = 200)
    void whatIsDecodedIsEqualToWhatWasEncodedAndSurvivesSerialization(@ForAll("starQuads") RdfGraph graph)
            throws IOException, ClassNotFoundException {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2);
        byte[] frame = new JellyGraphEncoder(options, Limits.DEFAULT).encode(graph);
        RdfGraph light = new JellyGraphDecoder(LIGHT, Limits.DEFAULT).decode(frame);
        assertThat(light).isEqualTo(graph);
        assertThat(graph).isEqualTo(light).hasSameHashCodeAs(light);
        for (Statement statement : light.statements()) {
            assertThat(copied(statement)).isEqualTo(statement);
            assertThat(copied(statement.getObject())).isEqualTo(statement.getObject());
        }
        assertThat(new JellyGraphEncoder(options, Limits.DEFAULT).encode(light)).isEqualTo(frame);
    }

    private static void assertSame(Value light, Value simple) {
        assertThat(light).isEqualTo(simple).hasSameHashCodeAs(simple).hasToString(simple.toString());
        assertThat(simple).isEqualTo(light);
        assertThat(light.stringValue()).isEqualTo(simple.stringValue());
        if (light instanceof Literal literal && simple instanceof Literal other) {
            assertThat(literal.getDatatype()).isEqualTo(other.getDatatype());
            assertThat(literal.getCoreDatatype()).isEqualTo(other.getCoreDatatype());
            assertThat(literal.getLanguage()).isEqualTo(other.getLanguage());
        }
    }

    private static Object copied(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
