package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.GraphHash;
import dev.velella.serve.app.ServeApp;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs of streams over HTTP. */
class ServedGraphsIT {
    @TempDir
    private static Path directory;

    private static ServePipeline pipeline;
    private static ServeApp app;

    @BeforeAll
    static void start() throws Exception {
        pipeline = new ServePipeline(directory);
        for (int i = 0; i < 10; i++) {
            pipeline.send("station-" + i, ServePipeline.reading("station-" + i, i));
        }
        app = pipeline.serve(pipeline.options(directory.resolve("state")));
    }

    @AfterAll
    static void stop() {
        app.close();
        pipeline.close();
    }

    @Test
    void theLatestGraphOfAStreamIsServed() throws Exception {
        pipeline.send("one", ServePipeline.reading("one", 1));
        pipeline.awaitText(app, "/graphs/one", "\"1\"");
        pipeline.send("one", ServePipeline.reading("one", 2));
        pipeline.awaitText(app, "/graphs/one", "\"2\"");
        HttpResponse<byte[]> response = pipeline.get(app, "/graphs/one", "Accept", "application/n-quads");
        assertThat(ServePipeline.text(response)).doesNotContain("\"1\"").contains("<urn:velella:stream:one>");
        Set<Statement> graph = new HashSet<>(Rio.parse(new ByteArrayInputStream(response.body()), RDFFormat.NQUADS));
        assertThat(response.headers().firstValue("ETag"))
                .contains("W/\"2." + GraphHash.format(GraphHash.ofSet(graph)) + "\"");
    }

    @Test
    void allGraphsAreOneStreamOfJelly() throws Exception {
        HttpResponse<byte[]> response = pipeline.get(app, "/graphs?prefix=station-");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/x-jelly-rdf");
        System.out.println(JellyFrames.class + " " + response.body().length + " " + Limits.DEFAULT
                + JellyStreamReader.class + new String(response.body(), StandardCharsets.ISO_8859_1).length());
    }
}
