package dev.velella.kit.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final TlsOptions OPTIONS = new TlsOptions("x.ssl.");

    @Test
    void withoutFilesItIsWhatJavaTrusts() {
        assertThat(OPTIONS.tls(Map.of("x.ssl.truststore.type", "PKCS12"))).isEqualTo(Tls.DEFAULT);
        assertThat(Tls.DEFAULT.context()).isNotNull();
    }

    @Test
    void aFileThatCannotBeReadIsAProblemOfItsOption(@TempDir Path folder) throws Exception {
        Path pem = Files.writeString(folder.resolve("none.pem"), "no certificate");
        Map<String, Object> values = Map.of(
                "x.ssl.truststore.location", pem.toString(),
                "x.ssl.truststore.type", "PEM",
                "x.ssl.keystore.location", "\0",
                "x.ssl.keystore.type", "PKCS12",
                "x.ssl.keystore.password", new Password("secret"));
        assertThat(OPTIONS.problems(values)).containsOnlyKeys("x.ssl.truststore.location", "x.ssl.keystore.location");
        Tls tls = OPTIONS.tls(values);
        assertThat(tls.toString()).doesNotContain("secret");
        assertThatThrownBy(tls::context)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none.pem");
    }
}
