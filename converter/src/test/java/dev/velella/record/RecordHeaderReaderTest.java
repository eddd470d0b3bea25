package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class RecordHeaderReaderTest {
    private final Headers headers = new RecordHeaders();

    @Test
    void theLastHeaderOfANameCountsInAnyCaseAndWithoutQuotes() {
        add("Content-Type", "text/turtle");
        add("content-type", "\"Application/X-Jelly-RDF ; charset=utf-8\"");
        add("EVENT-TIME", "\"17\"");
        assertThat(RecordHeaderReader.mediaType(headers)).isEqualTo("application/x-jelly-rdf");
        assertThat(RecordHeaderReader.eventTime(headers)).hasValue(17);
    }

    @Test
    void nothingIsReadWhereThereIsNothing() {
        headers.add("content-type", null);
        assertThat(RecordHeaderReader.mediaType(headers)).isNull();
        assertThat(RecordHeaderReader.eventTime(headers)).isEmpty();
    }

    /** What a program writes that knows RDF Messages and not this project. */
    @Test
    void theHeaderOfRdfMessagesTellsTheTypeUnlessContentTypeDoes() {
        add("rdf-message-content-type", "\"Application/TriG; version=1.1\"");
        assertThat(RecordHeaderReader.mediaType(headers)).isEqualTo("application/trig");
        assertThat(RecordHeaderReader.wholeContentType(headers)).isEqualTo("Application/TriG; version=1.1");
        add("Content-Type", "text/turtle");
        assertThat(RecordHeaderReader.mediaType(headers)).isEqualTo("text/turtle");
    }

    @Test
    void aTimeThatIsNoNumberIsAnError() {
        add("event-time", "noon");
        assertThatThrownBy(() -> RecordHeaderReader.eventTime(headers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("event-time")
                .hasMessageContaining("noon");
    }

    private void add(String name, String text) {
        headers.add(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
