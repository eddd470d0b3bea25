package dev.velella.sink.targets.rdf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.URISyntaxException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainIriTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org",
                "https://example.org/",
                "http://a-b.example.org/x/y:z@(1)//..;v=1",
                "http://example.org/ns#temp_1.~-",
                "http://example.org/#"
            })
    void commonOnesAreTold(String iri) {
        assertThat(PlainIri.is(iri)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "http://",
                "http:///x",
                "http://[::1]/",
                "http://1.2.3.4/",
                "http://example.org:80/",
                "http://u@example.org/",
                "http://example.org/a b",
                "http://example.org/%zz",
                "http://example.org/<",
                "http://example.org/?q",
                "http://example.org#f",
                "http://example.org/#a#b",
                "http://example.org/\u00e4",
                "http://example.org/\ud800",
                "HTTP://example.org/",
                "urn:a:b",
                "x"
            })
    void othersAreLeftToTheParser(String iri) {
        assertThat(PlainIri.is(iri)).isFalse();
    }

    @Provide
    Arbitrary<String> iris() {
        Arbitrary<String> text = Arbitraries.strings()
                .withChars("aZ09-._~/:@!$&'()*+,;=#?%[]<>\"\\ \u00e4")
                .ofMaxLength(12);
        return Combinators.combine(Arbitraries.of("http://", "https://", "http:/", "urn:"), text, text)
                .as((scheme, host, rest) -> scheme + host + rest);
    }

    /** RDF4J parses what it reads by this class. */
    @Property(tries = 20_000)
    void whatIsToldIsReadByRdf4j(@ForAll("iris") String iri) throws URISyntaxException {
        if (PlainIri.is(iri)) {
            assertThatCode(() -> assertThat(new ParsedIRI(iri).isAbsolute()).isTrue())
                    .as(iri)
                    .doesNotThrowAnyException();
        }
    }

    @Property(tries = 2000)
    void hostsAndPathsOfAllCharactersThatAreTold(@ForAll("plain") String iri) throws URISyntaxException {
        assertThat(PlainIri.is(iri)).isTrue();
        assertThat(new ParsedIRI(iri).isAbsolute()).isTrue();
    }

    @Provide
    Arbitrary<String> plain() {
        Arbitrary<String> host = Arbitraries.strings().withChars("abzAZ019-.").ofMaxLength(10);
        Arbitrary<String> path =
                Arbitraries.strings().withChars("azAZ09-._~/:@!$&'()*+,;=").ofMaxLength(15);
        Arbitrary<String> fragment =
                Arbitraries.strings().withChars("azAZ09-._~").ofMaxLength(8);
        return Combinators.combine(Arbitraries.of("http://", "https://"), host, path, fragment)
                .as((scheme, name, rest, end) -> scheme + "h" + name + "/" + rest + "#" + end);
    }
}
