package dev.velella.source.wikibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerSentEventsTest {
    private static ServerSentEvents events(String text, int most) {
        return new ServerSentEvents(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), most);
    }

    private static List<String> read(ServerSentEvents events) throws IOException {
        List<String> read = new ArrayList<>();
        for (ServerSentEvents.Event event = events.next(); event != null; event = events.next()) {
            read.add(event.type() + "|" + event.id() + "|" + new String(event.data(), StandardCharsets.UTF_8));
        }
        return read;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void eventsAreReadAsTheStandardSays(String end) throws Exception {
        String text =
                "\uFEFF:ok|retry: 250||event: error|data: a||id: 1|data:b|data:  ü||id|data||event: none|id: 2||data: cut|";
        ServerSentEvents events = events(text.replace("|", end), 100);
        assertThat(read(events)).containsExactly("error|null|a", "message|1|b\n ü", "message||");
        assertThat(events.retryMs()).isEqualTo(250);
    }

    @Test
    void anEventAboveTheLimitIsRefused() throws Exception {
        assertThat(read(events("data: 123\n\n", 10))).hasSize(1);
        assertThatThrownBy(() -> read(events("data: 12345678901\n\n", 10)))
                .isInstanceOf(ServerSentEvents.TooLongException.class)
                .hasMessageContaining("limits.element.bytes=10");
        assertThatThrownBy(() -> read(events("data: 1234\n".repeat(3) + "\n", 10)))
                .isInstanceOf(ServerSentEvents.TooLongException.class);
    }
}
