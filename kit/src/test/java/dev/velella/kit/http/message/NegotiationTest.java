package dev.velella.kit.http.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NegotiationTest {
    private record Type(String mediaType) implements MediaType {}

    private record Log(String mediaType, String version) implements MediaType {}

    /** A log is for those who ask for it, because other parsers do not read it. */
    @Test
    void aVersionOfMessagesIsGivenToThoseWhoAskForItOrForOneThatIncludesIt() {
        List<MediaType> offered = List.of(
                new Type("application/n-quads"),
                new Type("application/trig"),
                new Log("application/n-quads", "1.2-messages"),
                new Log("application/trig", "1.1-messages"));
        for (String accept : List.of(
                "application/trig", "application/trig; version=1.2", "application/*, */*;version=1.2-messages")) {
            assertThat(Negotiation.format(accept, offered)).isInstanceOf(Type.class);
        }
        for (String accept : List.of(
                "application/trig; version=1.1-messages",
                "application/trig;q=0.5;version=\"1.2-Messages\"",
                "application/n-quads;q=0.5, application/trig;version=1.2-basic-messages",
                "application/trig, application/trig;version=1.2-messages")) {
            assertThat(Negotiation.format(accept, offered)).as(accept).isEqualTo(offered.get(3));
        }
        assertThat(Negotiation.format("application/n-quads;version=1.2-messages", offered))
                .isEqualTo(offered.get(2));
        assertThat(Negotiation.format("application/n-quads;version=1.1-messages", offered))
                .as("a log of 1.2 is none of 1.1")
                .isEqualTo(offered.get(0));
    }

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
