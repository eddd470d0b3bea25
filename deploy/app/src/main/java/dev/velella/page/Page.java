package dev.velella.page;

import dev.velella.log.TopicAccess;
import dev.velella.status.PipelineConfig;
import dev.velella.status.PipelineLook;
import java.time.Duration;
import java.util.List;

/** The page of a pipeline that runs elsewhere: it owns the book of the streams and the watch of the parts. */
public final class Page implements AutoCloseable {
    private final StreamBook book = new StreamBook();
    private final PipelineWatch watch;
    private final List<TopicFollower> followers;

    /** Begins to read topics and to look at the parts. */
    public Page(PipelineConfig config) {
        followers = List.of(
                follower(config, PipelineConfig.GRAPH_TOPIC.of(config)),
                follower(config, PipelineConfig.PATCH_TOPIC.of(config)));
        watch = new PipelineWatch(new PipelineLook(config), book);
    }

    private TopicFollower follower(PipelineConfig config, String topic) {
        TopicAccess access = new TopicAccess(
                config.bootstrapServers(),
                topic,
                config.clients(),
                true,
                Duration.ofMillis(PipelineConfig.TIMEOUT_MS.of(config)));
        return new TopicFollower(access, config.dictionariesTopic(), PipelineConfig.RECORDS.of(config), book);
    }

    /** The streams. */
    public StreamBook book() {
        return book;
    }

    /** The parts. */
    public PipelineWatch watch() {
        return watch;
    }

    @Override
    public void close() {
        followers.forEach(TopicFollower::close);
        watch.close();
    }
}
