package dev.velella.sink.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultFormat;
import org.junit.jupiter.api.Test;

class ContentNegotiationTest {
    private static final List<TupleQueryResultFormat> OFFERED =
            List.of(TupleQueryResultFormat.JSON, TupleQueryResultFormat.SPARQL, TupleQueryResultFormat.CSV);

    private static String chosen(String accept) {
        return ContentNegotiation.choose(accept, OFFERED).mediaType();
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
