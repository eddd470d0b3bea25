package dev.velella.kit.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownUrlTest {
    @ParameterizedTest
    @CsvSource({
        "http://u:pw@host/path, http://***@host/path",
        "http://u:p@w@host/path, http://***@host/path",
        "http://u:p/w@host/path, http://***@host/path",
        "https://host/a?token=abc, https://host/a?token=***",
        "https://host/a?after={offset}&key=abc&x=, https://host/a?after={offset}&key=***&x=",
        "https://host/a?abc, https://host/a?***",
        "https://host/a#token=abc, https://host/a",
        "mqtts://u:pw@host:8883, mqtts://***@host:8883",
        "/rdf4j-server?u:pw@host, /rdf4j-server?***",
    })
    void whatMayBeASecretIsNotShown(String url, String shown) {
        assertThat(ShownUrl.of(url)).isEqualTo(shown);
        assertThat(ShownUrl.hides(url)).isTrue();
    }

    @Test
    void whatHoldsNoneIsShownAsItIs() {
        for (String text : new String[] {"http://host:80/a/b", "/data/file.ttl", "https://h/n?after={offset}", ""}) {
            assertThat(ShownUrl.of(text)).isEqualTo(text);
            assertThat(ShownUrl.hides(text)).isFalse();
        }
    }
}
