package dev.velella.kit.http.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NegotiationTest {
    private record Type(String mediaType) implements MediaType {}

    private static final List<Type> OFFERED = Stream.of(
                    "application/sparql-results+json", "application/json", "application/sparql-results+xml", "text/csv")
            .map(Type::new)
            .toList();

    private static String chosen(String accept) {
        return Negotiation.format(accept, OFFERED).mediaType();
    }

    @Test
    void takesTheFirstFormatWhereTheClientDoesNotCare() {
        assertThat(chosen(null)).isEqualTo("application/sparql-results+json");
        assertThat(chosen(" ")).isEqualTo("application/sparql-results+json");
        assertThat(chosen("*/*")).isEqualTo("application/sparql-results+json");
    }

    @Test
    void prefersQualityThenPrecision() {
        assertThat(chosen("text/csv;q=0.5, application/sparql-results+xml;q=0.9"))
                .isEqualTo("application/sparql-results+xml");
        assertThat(chosen("*/*, text/csv")).isEqualTo("text/csv");
        assertThat(chosen("text/*, */*;q=0.1")).isEqualTo("text/csv");
        assertThat(chosen("Application/JSON")).isEqualTo("application/json");
    }

    @Test
    void qualityZeroExcludes() {
        assertThat(chosen("*/*, application/sparql-results+json;q=0, application/json;q=0"))
                .isEqualTo("application/sparql-results+xml");
    }

    @Test
    void refusesWhatIsNotOffered() {
        assertThatThrownBy(() -> chosen("image/png"))
                .isInstanceOfSatisfying(
                        HttpFault.class, fault -> assertThat(fault.status()).isEqualTo(406));
        assertThatThrownBy(() -> chosen("text/csv;q=high"))
                .isInstanceOfSatisfying(
                        HttpFault.class, fault -> assertThat(fault.status()).isEqualTo(400));
    }
}
