package dev.velella.status.state;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pipeline at one moment: the document of {@code GET /api/v1/state}. Immutable.
 *
 * @param time moment, in ms since 1970
 * @param verdict severity of the worst trouble
 * @param cluster the brokers
 * @param workers the Connect workers
 * @param connectors connectors of Velella, sources first
 * @param topics topics of the pipeline
 * @param diff the diff app
 * @param sinks sinks with their stores
 * @param views the view app; null if there is none
 * @param traffic counts of the page; null in a single look
 * @param troubles what needs attention, the worst first
 */
public record PipelineState(
        long time,
        Severity verdict,
        Endpoint cluster,
        Endpoint workers,
        List<ConnectorState> connectors,
        List<TopicState> topics,
        DiffState diff,
        List<SinkState> sinks,
        @Nullable ViewsState views,
        @Nullable TrafficState traffic,
        List<Trouble> troubles) {
    public PipelineState {
        connectors = List.copyOf(connectors);
        topics = List.copyOf(topics);
        sinks = List.copyOf(sinks);
        troubles = List.copyOf(troubles);
    }

    /**
     * Something that answers or does not.
     *
     * @param address address that was asked
     * @param answers whether it answered
     * @param reason why it did not; empty if it did
     */
    public record Endpoint(String address, boolean answers, String reason) {}

    /** The same state with troubles, the worst first, and the verdict that follows from them. */
    public PipelineState with(List<Trouble> found) {
        List<Trouble> sorted = found.stream()
                .sorted(Comparator.comparing(Trouble::severity).reversed())
                .toList();
        Severity worst = sorted.isEmpty() ? Severity.WELL : sorted.get(0).severity();
        return new PipelineState(
                time, worst, cluster, workers, connectors, topics, diff, sinks, views, traffic, sorted);
    }

    /** The same state with counts of traffic. */
    public PipelineState with(TrafficState counts) {
        return new PipelineState(
                time, verdict, cluster, workers, connectors, topics, diff, sinks, views, counts, troubles);
    }
}
