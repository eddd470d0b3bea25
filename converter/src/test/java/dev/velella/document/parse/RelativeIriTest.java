package dev.velella.document.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of RFC 3986, section 5.4, and what resolving must not change. */
class RelativeIriTest {
    @ParameterizedTest
    @CsvSource({
        "g:h, g:h",
        "g, http://a/b/c/g",
        "./g, http://a/b/c/g",
        "g/, http://a/b/c/g/",
        "/g, http://a/g",
        "//g, http://g",
        "?y, http://a/b/c/d;p?y",
        "g?y, http://a/b/c/g?y",
        "#s, http://a/b/c/d;p?q#s",
        "g#s, http://a/b/c/g#s",
        "g?y#s, http://a/b/c/g?y#s",
        ";x, http://a/b/c/;x",
        "g;x, http://a/b/c/g;x",
        "g;x?y#s, http://a/b/c/g;x?y#s",
        "'', http://a/b/c/d;p?q",
        "., http://a/b/c/",
        "./, http://a/b/c/",
        ".., http://a/b/",
        "../, http://a/b/",
        "../g, http://a/b/g",
        "../.., http://a/",
        "../../, http://a/",
        "../../g, http://a/g",
        "../../../g, http://a/g",
        "../../../../g, http://a/g",
        "/./g, http://a/g",
        "/../g, http://a/g",
        "g., http://a/b/c/g.",
        ".g, http://a/b/c/.g",
        "g.., http://a/b/c/g..",
        "..g, http://a/b/c/..g",
        "./../g, http://a/b/g",
        "./g/., http://a/b/c/g/",
        "g/./h, http://a/b/c/g/h",
        "g/../h, http://a/b/c/h",
        "g;x=1/./y, http://a/b/c/g;x=1/y",
        "g;x=1/../y, http://a/b/c/y",
        "g?y/./x, http://a/b/c/g?y/./x",
        "g?y/../x, http://a/b/c/g?y/../x",
        "g#s/./x, http://a/b/c/g#s/./x",
        "g#s/../x, http://a/b/c/g#s/../x",
        "//h/./a/../b?c, http://h/b?c",
        "//h?c, http://h?c",
    })
    void theExamplesOfTheRule(String reference, String iri) {
        assertThat(RelativeIri.resolved("http://a/b/c/d;p?q#f", reference)).isEqualTo(iri);
    }

    @ParameterizedTest
    @CsvSource({
        "http://E.org, x, http://E.org/x",
        "http://E.org?a/b, x, http://E.org/x",
        "HTTP://E.org:80/%7e/a, b%7E, HTTP://E.org:80/%7e/b%7E",
        "http://e/a/../b, '', http://e/a/../b",
        "urn:a:b, c, urn:c",
        "urn:a:b, '#c', urn:a:b#c",
        "urn:a/b:c, ../d, urn:/d",
        "urn:a, ./../b/., urn:b/",
        "file:///a/b, ../../c, file:///c",
        "http://e/a//b/, ../c, http://e/a//c",
        "a/b, c, c",
    })
    void baseAndReferenceStayAsTheyAre(String base, String reference, String iri) {
        assertThat(RelativeIri.resolved(base, reference)).isEqualTo(iri);
    }

    @Test
    void anIriOfAMillionSegmentsIsResolvedAtOnce() {
        assertThat(RelativeIri.resolved("http://e/" + "a/".repeat(1_000_000), "../".repeat(999_999) + "b"))
                .isEqualTo("http://e/a/b");
    }
}
