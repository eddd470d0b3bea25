package dev.velella.document.budget;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VerifiedTermsTest {
    /** The grammar of N-Triples, IRIREF without its escapes. */
    private static final Pattern IRIREF = Pattern.compile("[^\\x00-\\x20<>\"{}|^`\\\\]*");

    @Test
    void anIriHoldsTheCharactersThatNTriplesAllows() {
        for (char c = 0; c < 0x300; c++) {
            String iri = "http://example.org/a" + c + "b";
            if (IRIREF.matcher(iri).matches()) {
                assertThatCode(() -> VerifiedTerms.checkIri(iri))
                        .as("U+%04X", (int) c)
                        .doesNotThrowAnyException();
            } else {
                assertThatIllegalArgumentException()
                        .as("U+%04X", (int) c)
                        .isThrownBy(() -> VerifiedTerms.checkIri(iri))
                        .withMessageContaining(String.format("U+%04X", (int) c));
            }
        }
    }

    @Test
    void anIriHasASchemeAndNoHalfOfASurrogatePair() {
        assertThatCode(() -> VerifiedTerms.checkIri("urn:\uD83D\uDE00")).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerifiedTerms.checkIri("urn:a\uD83D"))
                .withMessageContaining("\\uD83D");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerifiedTerms.checkIri("urn:\uDE00a"))
                .withMessageContaining("\\uDE00");
        for (String relative : new String[] {"", "a", ":a", "1a:b", "/a:b"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VerifiedTerms.checkIri(relative))
                    .withMessageContaining("not an absolute IRI");
        }
    }
}
