package dev.velella.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.source.format.InputFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamLookTest {
    private static final String NAMED = "<urn:e:1> { <urn:a> <urn:b> 1 } <urn:e:1> <urn:time> 2 .";

    @TempDir
    Path directory;

    private StreamLook look(String name, String text) throws Exception {
        return StreamLook.at(Files.writeString(directory.resolve(name), text));
    }

    @Test
    void triplesAndNamedGraphsFitInOneGraphAStream() throws Exception {
        assertThat(look("t.ttl", "<urn:a> <urn:b> << <urn:c> <urn:d> 1 >> .").policy())
                .isEqualTo("per-stream");
        assertThat(look("n.trig", NAMED).policy()).isEqualTo("per-stream");
    }

    @Test
    void aDatasetNeedsItsOwnGraphs() throws Exception {
        assertThat(look("d.trig", "<urn:head> { <urn:a> <urn:b> 1 } <urn:assertion> { <urn:a> <urn:b> 2 }"))
                .isEqualTo(new StreamLook("keep", 1));
    }

    @Test
    void aFileThatIsNoRdfIsRefused() {
        assertThatThrownBy(() -> look("no.trig", "Dear all")).isInstanceOf(InputFormatException.class);
    }
}
