package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.Ports;
import dev.velella.serve.app.ServeApp;
import dev.velella.tests.Await;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances that share the partitions of the topic. */
class SharedPartitionsIT {
    private static final int STREAMS = 30;

    @TempDir
    private Path directory;

    @Test
    void everyAnswerIsCompleteOrRefusedWhileInstancesComeAndGo() throws Exception {
        try (ServePipeline pipeline = new ServePipeline(directory)) {
            for (int i = 0; i < STREAMS; i++) {
                pipeline.send("shared-" + i, ServePipeline.reading("shared-" + i, i));
            }
            try (ServeApp one = instance(pipeline, "one")) {
                awaitAll(pipeline, one);
                ServeApp two = instance(pipeline, "two");
                try {
                    Await.until("both have partitions", ServePipeline.PATIENCE, () -> {
                        String text = ServePipeline.text(pipeline.get(one, "/health/ready"));
                        return text.startsWith("ready") && !text.contains("other instances []");
                    });
                    awaitAll(pipeline, one);
                    awaitAll(pipeline, two);
                    for (int i = 0; i < STREAMS; i++) {
                        HttpResponse<byte[]> graph =
                                pipeline.get(two, "/graphs/shared-" + i, "Accept", "application/n-quads");
                        assertThat(ServePipeline.text(graph)).contains("\"" + i + "\"");
                        sameLog(pipeline, one, two, "shared-" + i);
                    }
                    assertThat(pipeline.get(one, "/graphs/nobody").statusCode()).isEqualTo(404);
                } finally {
                    two.close();
                }
                int complete = 0;
                for (int i = 0; i < 20; i++) {
                    complete += check(pipeline, one) ? 1 : 0;
                }
                try (ServeApp three = instance(pipeline, "three")) {
                    for (int i = 0; i < 20; i++) {
                        complete += check(pipeline, one) ? 1 : 0;
                        complete += check(pipeline, three) ? 1 : 0;
                    }
                    awaitAll(pipeline, one);
                    awaitAll(pipeline, three);
                }
                awaitAll(pipeline, one);
                assertThat(complete).isNotNegative();
            }
        }
    }

    private ServeApp instance(ServePipeline pipeline, String name) throws Exception {
        int port = Ports.free();
        Map<String, String> options = new HashMap<>(pipeline.options(
                directory.resolve(name),
                "serve.group",
                "serve-group",
                "serve.advertised.address",
                "localhost:" + port,
                "session.timeout.ms",
                "6000"));
        options.put("serve.listener", "localhost:" + port);
        ServeApp app = new ServeApp(new dev.velella.serve.options.ServeConfig(options));
        app.start();
        return app;
    }

    /** Each instance serves the log of each stream, whichever has it, and describes it. */
    private static void sameLog(ServePipeline pipeline, ServeApp one, ServeApp other, String key) throws Exception {
        HttpResponse<byte[]> first = pipeline.get(one, "/logs/" + key + "/1");
        assertThat(first.statusCode()).as(ServePipeline.text(first)).isEqualTo(200);
        assertThat(pipeline.get(other, "/logs/" + key + "/1").body()).isEqualTo(first.body());
        String call = "{\"operation\":\"describe_datasource\",\"arg\":{\"name\":\"" + key + "\"}}";
        HttpResponse<byte[]> described = pipeline.post(one, "/logs/$/rpc", "application/json", call);
        assertThat(ServePipeline.text(described)).contains("\"name\":\"" + key + "\"");
        assertThat(pipeline.post(other, "/logs/$/rpc", "application/json", call).body())
                .isEqualTo(described.body());
        String list = "{\"operation\":\"list_datasource\",\"arg\":{}}";
        assertThat(pipeline.post(one, "/logs/$/rpc", "application/json", list).statusCode())
                .isEqualTo(503);
    }

    /** Whether the answer has all streams; fails if it has a part of them. */
    private static boolean check(ServePipeline pipeline, ServeApp app) throws Exception {
        HttpResponse<byte[]> response;
        try {
            response = pipeline.get(app, "/graphs?prefix=shared-", "Accept", "application/n-quads");
        } catch (java.io.IOException e) {
            return false; // broken off, which the client sees
        }
        assertThat(response.statusCode()).as(ServePipeline.text(response)).isIn(200, 503);
        if (response.statusCode() == 200) {
            assertThat(ServePipeline.text(response).lines()).hasSize(2 * STREAMS);
        }
        return response.statusCode() == 200;
    }

    private static void awaitAll(ServePipeline pipeline, ServeApp app) throws Exception {
        Await.until("all graphs are served", ServePipeline.PATIENCE, () -> {
            app.failure().ifPresent(failure -> {
                throw new AssertionError(failure);
            });
            HttpResponse<byte[]> response =
                    pipeline.get(app, "/graphs?prefix=shared-", "Accept", "application/n-quads");
            return response.statusCode() == 200
                    && ServePipeline.text(response).lines().count() == 2 * STREAMS;
        });
    }
}
