package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patches are removed from the topic while the service, and its subscribers, are away: nobody passes over them in silence. */
class TrimmedLogIT {
    @TempDir
    private Path directory;

    @Test
    void subscribersAndStreamsWhosePatchesAreGoneAreToldSo() throws Exception {
        try (ServePipeline pipeline = new ServePipeline(directory)) {
            String counter;
            String newest;
            Map<String, String> options = pipeline.options(directory.resolve("state"));
            try (ServeApp app = pipeline.serve(options)) {
                send(pipeline, "quiet", 1, 1);
                send(pipeline, "covered", 1, 5);
                send(pipeline, "lost", 1, 5);
                pipeline.awaitText(app, "/graphs/quiet", "\"1\"");
                pipeline.awaitText(app, "/graphs/covered", "\"5\"");
                pipeline.awaitText(app, "/graphs/lost", "\"5\"");
                HttpResponse<byte[]> all = pipeline.get(app, "/graphs");
                counter = all.headers().firstValue("Velella-Counter").orElseThrow();
                newest = tag(pipeline, app, "covered");
            }
            int before = committed(pipeline);
            send(pipeline, "covered", 6, 8); // the eighth patch has a snapshot
            send(pipeline, "lost", 6, 6);
            awaitCommitted(pipeline, before + 4);
            trim(pipeline);

            try (ServeApp app = pipeline.serve(options)) {
                assertThat(text(pipeline, app, "/graphs/quiet")).contains("\"1\"");
                assertThat(text(pipeline, app, "/graphs/covered")).contains("\"8\"");
                // The snapshot has 4. A client has seen 5, and gets nothing older.
                assertThat(text(pipeline, app, "/graphs/lost")).contains("\"5\"");
                assertThat(text(pipeline, app, "/graphs?after=" + counter)).contains("\"8\"");

                assertGone(pipeline.get(app, "/patches", "Accept", "text/event-stream", "Last-Event-ID", counter));
                assertGone(pipeline.get(app, "/patches?key=covered&from=1"));
                assertGone(pipeline.get(app, "/graphs/covered?since=" + newest));

                try (EventClient client = new EventClient(app.port(), "/patches?key=lost", null)) {
                    client.awaitComment();
                    send(pipeline, "lost", 7, 7);
                    assertThat(client.next()).contains("event: gap", "data: lost");
                }
                HttpResponse<byte[]> broken = pipeline.get(app, "/graphs/lost");
                assertThat(broken.statusCode()).isEqualTo(409);
                assertThat(ServePipeline.text(broken)).contains("patches-").contains("snapshot");
                send(pipeline, "lost", 8, 8);
                pipeline.awaitText(app, "/graphs/lost", "\"8\"");
            }
            assertThatItDoesNotBeginWithoutSnapshots(pipeline);
        }
    }

    private void assertThatItDoesNotBeginWithoutSnapshots(ServePipeline pipeline) throws Exception {
        for (String state : new String[] {"state", "new"}) {
            trim(pipeline);
            Map<String, String> options = new HashMap<>(pipeline.options(directory.resolve(state)));
            options.remove("serve.snapshot.topic");
            try (ServeApp app = new ServeApp(new ServeConfig(options))) {
                app.start();
                if (state.equals("state")) { // it has all that was committed
                    pipeline.awaitReady(app);
                    continue;
                }
                app.awaitEnded();
                assertThat(app.failure().orElseThrow())
                        .hasMessageContaining("patches-")
                        .hasMessageContaining("has removed patches that were not applied yet")
                        .hasMessageContaining("serve.snapshot.topic");
                assertThat(pipeline.get(app, "/graphs/quiet").statusCode()).isEqualTo(503);
            }
        }
    }

    private static void send(ServePipeline pipeline, String key, int first, int last) throws Exception {
        for (int i = first; i <= last; i++) {
            pipeline.send(key, ServePipeline.reading(key, i));
        }
    }

    /** Waits until so many patches are committed. Their offsets do not tell it: the ends of transactions have some too. */
    private static void awaitCommitted(ServePipeline pipeline, int patches) throws Exception {
        Await.until("the patches are committed", ServePipeline.PATIENCE, () -> committed(pipeline) == patches);
    }

    private static int committed(ServePipeline pipeline) {
        return Topics.committed(pipeline.bootstrapServers(), "patches", ServePipeline.PARTITIONS)
                .size();
    }

    private static void trim(ServePipeline pipeline) throws Exception {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int partition = 0; partition < ServePipeline.PARTITIONS; partition++) {
            asked.put(new TopicPartition("patches", partition), OffsetSpec.latest());
        }
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        pipeline.admin()
                .listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get()
                .forEach((partition, end) -> all.put(partition, RecordsToDelete.beforeOffset(end.offset())));
        pipeline.admin().deleteRecords(all).all().get();
    }

    private static String text(ServePipeline pipeline, ServeApp app, String path) throws Exception {
        return ServePipeline.text(pipeline.get(app, path, "Accept", "application/n-quads"));
    }

    private static String tag(ServePipeline pipeline, ServeApp app, String key) throws Exception {
        return pipeline.get(app, "/graphs/" + key)
                .headers()
                .firstValue("ETag")
                .orElseThrow()
                .replaceAll("W/|\"", "");
    }

    private static void assertGone(HttpResponse<byte[]> answer) {
        assertThat(answer.statusCode()).as(ServePipeline.text(answer)).isEqualTo(410);
        assertThat(ServePipeline.text(answer)).containsAnyOf("not kept any more", "fetch the graph");
    }
}
