package dev.velella.kit.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretMaskTest {
    private static final String SECRET = "pass &\"word'/ü";

    private final SecretMask mask = SecretMask.of(List.of("", SECRET, "pass"));

    @Test
    void aSecretIsHiddenInEveryWayInWhichServersRepeatIt() {
        for (String repeated : List.of(
                SECRET,
                "pass+%26%22word%27%2F%C3%BC",
                "pass%20%26%22word%27%2F%C3%BC",
                "pass &\\\"word'/ü",
                "pass &\\\"word'\\/ü",
                "pass &amp;\"word'/ü",
                "pass &amp;&quot;word&#39;/ü")) {
            assertThat(mask.masked("begin " + repeated + " end")).isEqualTo("begin [hidden] end");
        }
    }

    @Test
    void noPieceIsLeftWhereATextWasCut() {
        assertThat(mask.maskedBegin("HTTP " + SECRET.substring(0, 3))).isEqualTo("HTTP ");
        assertThat(SecretMask.of(List.of("abcdef")).maskedBegin("x abcdef abcde"))
                .isEqualTo("x [hidden] ");
        assertThat(SecretMask.of(List.of("abcdef")).maskedBegin("nothing")).isEqualTo("nothing");
    }

    @Test
    void aCauseIsKeptOnlyWhereNoMessageOfItHoldsASecret() {
        Exception harmless = new IOException("no", new IOException("not"));
        assertThat(mask.harmless(harmless)).isSameAs(harmless);
        assertThat(mask.harmless(new IOException("no", new IOException("Unrecognized token '" + SECRET + "'"))))
                .isNull();
        assertThat(mask.toString()).doesNotContain("pass");
    }
}
